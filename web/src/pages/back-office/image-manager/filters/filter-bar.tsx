import LayoutGrid from 'lucide-react/icons/layout-grid'
import ListFilter from 'lucide-react/icons/list-filter'
import Rows3 from 'lucide-react/icons/rows-3'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useUser } from '#api/back-office.ts'
import { KeysButton } from '#ui/back-office/key-dialog.tsx'
import { SmallButton } from '#ui/button.tsx'
import { Dropdown } from '#ui/dropdown.tsx'
import { FormField, Select, SelectField } from '#ui/forms/form-field.tsx'
import type { ListParamsState } from '../use-list-params.ts'
import {
  choosableFilters,
  type FilterName,
  filterChoices,
  filterLabels,
  filterText,
  isListOfEdits,
  orderChoices,
  useListView,
} from './list-filters.ts'

const chip = 'inline-flex min-h-9.5 max-w-[min(100%,22rem)] cursor-pointer items-center gap-1.5 border-accent text-ink'

interface FilterBarProps {
  params: ListParamsState
  /** Whether the list is filtered and sorted. */
  hasFilters: boolean
  /** Stands first. */
  children: ReactNode
}

/** The filters in use as chips, the menu of all filters, the order and the view. */
export function FilterBar({ params, hasFilters, children }: FilterBarProps) {
  const used = Object.entries(params.filters) as [FilterName, string][]
  return (
    <div className="filter-bar">
      {children}
      {hasFilters && (
        <Dropdown
          className="filter-menu"
          label={
            <>
              <ListFilter size={16} />
              <span className="max-sm:sr-only">Filter</span>
            </>
          }
        >
          <FilterMenu params={params} />
        </Dropdown>
      )}
      {used.map(([name, value]) => (
        <button
          key={name}
          type="button"
          className={`chip as-typed ${chip}`}
          aria-label={`Remove the filter ${filterText(name, value)}`}
          onClick={() => params.setFilter(name, '')}
        >
          <span className="truncate">{filterText(name, value)}</span>
          <X size={14} />
        </button>
      ))}
      <div className="ml-auto flex items-center gap-1.5">
        {hasFilters && (
          <Select
            className="field compact"
            aria-label="Sort"
            choices={orderChoices}
            value={params.order}
            onChoose={(order) => order && params.go({ order, page: 1 })}
          />
        )}
        {!isListOfEdits(params.filters) && <ViewSwitch />}
        <KeysButton />
      </div>
    </div>
  )
}

function FilterMenu({ params }: Pick<FilterBarProps, 'params'>) {
  const { role } = useUser()
  const setContributor = (typed: string) =>
    typed.trim() !== (params.filters.username ?? '') && params.setFilter('username', typed.trim())
  return (
    <div className="filter-fields">
      {choosableFilters.map((name) => (
        <SelectField
          key={name}
          className="field compact"
          label={filterLabels[name]}
          none="All"
          choices={filterChoices[name]}
          value={params.filters[name] ?? ''}
          onChoose={(value) => params.setFilter(name, value)}
        />
      ))}
      {role === 'admin' && (
        <FormField
          key={params.filters.username ?? ''}
          label={filterLabels.username}
          className="field compact"
          defaultValue={params.filters.username ?? ''}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          onBlur={({ target }) => setContributor(target.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && setContributor(currentTarget.value)}
        />
      )}
      <SmallButton
        className="col-span-full"
        disabled={!Object.keys(params.filters).length}
        onClick={() => params.go({ filters: {}, page: 1 })}
        text="Clear filters"
      />
    </div>
  )
}

const views = [
  { name: 'grid', label: 'Grid', Icon: LayoutGrid },
  { name: 'table', label: 'Table', Icon: Rows3 },
] as const

function ViewSwitch() {
  const [view, setView] = useListView()
  return (
    <fieldset className="view-switch">
      <legend className="sr-only">View</legend>
      {views.map(({ name, label, Icon }) => (
        <label key={name} title={label}>
          <input
            type="radio"
            name="list-view"
            className="sr-only"
            aria-label={label}
            checked={view === name}
            onChange={() => setView(name)}
          />
          <Icon size={17} />
        </label>
      ))}
    </fieldset>
  )
}
