import { listOrders } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ListFilter from 'lucide-react/icons/list-filter'
import Rows3 from 'lucide-react/icons/rows-3'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import type { ListParamsState } from '#pages/back-office/image-manager/use-list-params.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { useDebouncedSearch } from '#ui/forms/use-debounced-search.ts'
import { ListShortcuts } from '../list-shortcuts.tsx'
import {
  choosableFilters,
  type FilterName,
  filterChoices,
  filterText,
  isListOfEdits,
  type ListView,
  useListView,
} from './list-filters.ts'
import { messages } from './messages.ts'

interface FilterBarProps {
  user: SignedInUser
  params: ListParamsState
  /** Stands first. */
  children: ReactNode
}

/** The filters in use as chips, the menu of all filters, the order and the view. */
export function FilterBar({ user, params, children }: FilterBarProps) {
  const used = Object.entries(params.filters) as [FilterName, string][]
  return (
    <div className="filter-bar">
      {children}
      <Dropdown
        className="filter-menu"
        label={
          <>
            <ListFilter aria-hidden="true" size={16} />
            <span className="max-sm:sr-only">{messages.filter}</span>
          </>
        }
      >
        <FilterMenu user={user} params={params} />
      </Dropdown>
      {used.map(([name, value]) => (
        <button
          key={name}
          type="button"
          className="chip as-typed filter-chip"
          aria-label={messages.remove(filterText(name, value))}
          onClick={() => params.setFilter(name, '')}
        >
          <span className="truncate">{filterText(name, value)}</span>
          <X aria-hidden="true" size={14} />
        </button>
      ))}
      <div className="ml-auto flex items-center gap-1.5">
        <select
          className="field compact"
          aria-label={messages.order}
          value={params.order}
          onChange={({ target }) => params.go({ order: listOrders.find((one) => one === target.value)!, page: 1 })}
        >
          {listOrders.map((order) => (
            <option key={order} value={order}>
              {messages.orders[order]}
            </option>
          ))}
        </select>
        {!isListOfEdits(params.filters) && <ViewSwitch />}
        <ListShortcuts user={user} />
      </div>
    </div>
  )
}

function FilterMenu({ user, params }: Pick<FilterBarProps, 'user' | 'params'>) {
  const setContributor = (typed: string) =>
    typed.trim() !== (params.filters.username ?? '') && params.setFilter('username', typed.trim())
  return (
    <div className="filter-fields">
      {choosableFilters.map((name) => (
        <LabelledField key={name} label={messages.names[name]}>
          {(id) => (
            <select
              id={id}
              className="field compact"
              value={params.filters[name] ?? ''}
              onChange={({ target }) => params.setFilter(name, target.value)}
            >
              <option value="">{messages.all}</option>
              {filterChoices[name].map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      ))}
      {user.role === 'admin' && (
        <LabelledField label={messages.names.username}>
          {(id) => (
            <input
              key={params.filters.username ?? ''}
              id={id}
              className="field compact"
              defaultValue={params.filters.username ?? ''}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              onBlur={({ target }) => setContributor(target.value)}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && setContributor(currentTarget.value)}
            />
          )}
        </LabelledField>
      )}
      <button
        type="button"
        className="button small col-span-full"
        disabled={!Object.keys(params.filters).length}
        onClick={() => params.go({ filters: {}, page: 1 })}
      >
        {messages.clearAll}
      </button>
    </div>
  )
}

const icons = { grid: LayoutGrid, table: Rows3 } satisfies Record<ListView, unknown>

function ViewSwitch() {
  const [view, setView] = useListView()
  return (
    <fieldset className="view-switch">
      <legend className="sr-only">{messages.view}</legend>
      {(Object.keys(icons) as ListView[]).map((one) => {
        const Icon = icons[one]
        return (
          <label key={one} title={messages.views[one]}>
            <input
              type="radio"
              name="list-view"
              className="sr-only"
              aria-label={messages.views[one]}
              checked={view === one}
              onChange={() => setView(one)}
            />
            <Icon aria-hidden="true" size={17} />
          </label>
        )
      })}
    </fieldset>
  )
}

/** Searches while typing, by words or by what names an image. */
export function TitleSearch({ title, onSearch }: { title: string; onSearch: (title: string) => void }) {
  const { field, onInput, onSubmit } = useDebouncedSearch(title, onSearch)
  return (
    <search className="min-w-0 flex-1 basis-64 lg:max-w-md">
      <form onSubmit={onSubmit} className="relative">
        <Search aria-hidden="true" size={17} className="absolute inset-y-0 left-3.5 my-auto text-soft" />
        <input
          ref={field}
          type="search"
          className="field min-h-[38px]! py-1! pl-10!"
          defaultValue={title}
          placeholder={messages.search}
          aria-label={messages.search}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.title}
          onInput={onInput}
        />
      </form>
    </search>
  )
}
