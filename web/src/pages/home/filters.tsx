import { colours } from '@vitrine/contract/vocabulary/colours'
import { filterNames, minimumSizes, orientations, transparencyKinds } from '@vitrine/contract/vocabulary/filters'
import { type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { aiFilters } from '@vitrine/contract/vocabulary/provenance/ai-filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages } from './messages.ts'

/** Filters as links, which work without JavaScript and with the back button. */
export function Filters({ search }: { search: SearchState }) {
  const chosen = filterNames.filter((name) => name !== 'category' && search[name]).length
  return (
    <Dropdown
      className="filters"
      label={
        <>
          <SlidersHorizontal aria-hidden="true" size={15} />
          {messages.filters}
          {chosen > 0 && <span className="badge">{chosen}</span>}
        </>
      }
    >
      <FilterGroup name={messages.colour}>
        {colours.map(({ value, name, hex }) => (
          <FilterLink key={value} search={search} filter="colour" value={value} swatchName={name}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="11" fill={hex} />
            </svg>
            <span className="sr-only">{name}</span>
          </FilterLink>
        ))}
      </FilterGroup>
      <FilterGroup name={messages.orientation}>
        {orientations.map((value) => (
          <FilterLink key={value} search={search} filter="orientation" value={value} />
        ))}
      </FilterGroup>
      <FilterGroup name={messages.size}>
        {minimumSizes.map((value) => (
          <FilterLink key={value} search={search} filter="size" value={value} />
        ))}
      </FilterGroup>
      <FilterGroup name={messages.transparency}>
        {transparencyKinds.map((value) => (
          <FilterLink key={value} search={search} filter="transparency" value={value} />
        ))}
        <FilterLink search={search} filter="clean_edges" value="1" />
      </FilterGroup>
      <FilterGroup name={messages.licence} isWide>
        {licenceIds.map((value) => (
          <FilterLink key={value} search={search} filter="licence" value={value} />
        ))}
      </FilterGroup>
      <FilterGroup name={messages.ai} isWide>
        {aiFilters.map((value) => (
          <FilterLink key={value} search={search} filter="ai" value={value} />
        ))}
      </FilterGroup>
    </Dropdown>
  )
}

interface FilterGroupProps {
  name: string
  /** Takes a row of its own, or half of one where four groups are side by side. */
  isWide?: boolean
  children: ReactNode
}

function FilterGroup({ name, isWide, children }: FilterGroupProps) {
  return (
    <fieldset className={isWide ? 'col-span-full xl:col-span-2' : undefined}>
      <legend className="mb-2 font-medium text-soft text-xs">{name}</legend>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </fieldset>
  )
}

type FilterName = (typeof filterNames)[number]

interface FilterLinkProps {
  search: SearchState
  filter: FilterName
  value: string | number
  /** A swatch shows its name as a tooltip. */
  swatchName?: string
  /** In place of the value's name. */
  children?: ReactNode
}

/** A chosen filter's link removes it. */
function FilterLink({ search, filter, value, swatchName, children }: FilterLinkProps) {
  const isChosen = search[filter] === value
  return (
    <a
      className={swatchName ? 'swatch' : 'chip'}
      title={swatchName}
      href={searchHref({ ...search, page: 1, [filter]: isChosen ? emptySearch[filter] : value })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {children ?? nameOf(filter, value)}
    </a>
  )
}

/** The name of a filter's value. */
function nameOf(filter: FilterName, value: string | number): string {
  if (typeof value === 'number') return messages.atLeast(value)
  if (filter === 'licence') return licences[value as Licence].name
  if (filter === 'colour') return colours.find((colour) => colour.value === value)!.name
  return (messages.names as Record<string, Record<string, string>>)[filter]?.[value] ?? value
}

/** The active filters as links that remove them; the category's is in the row of categories. */
export function ActiveFilters({ search }: { search: SearchState }) {
  return filterNames.map((filter) => {
    const value = filter !== 'category' && search[filter]
    if (!value) return null
    const name = nameOf(filter, value)
    return (
      <a
        key={filter}
        className="button small main as-typed"
        href={searchHref({ ...search, [filter]: emptySearch[filter], page: 1 })}
        aria-label={messages.remove(name, filter)}
      >
        {name}
        <X aria-hidden="true" size={14} />
      </a>
    )
  })
}
