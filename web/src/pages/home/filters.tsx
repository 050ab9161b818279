import { colours } from '@vitrine/contract/vocabulary/colours'
import {
  aiFilters,
  filterNames,
  minimumSizes,
  orientations,
  sorts,
  transparencyKinds,
} from '@vitrine/contract/vocabulary/filters'
import { type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { defaultSortOf, emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { Button } from '#ui/button.tsx'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages } from './messages.ts'

interface FiltersProps {
  search: SearchState
  /** Images that are found with them; undefined while they are counted. */
  count: number | undefined
}

/** Filters are links, which work without JavaScript and with the back button, and stay open while one tries them. */
export function Filters({ search, count }: FiltersProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const chosen = filterNames.filter((name) => name !== 'category' && search[name]).length
  return (
    <details ref={details} className="filters">
      <summary className="button small">
        <SlidersHorizontal size={15} />
        Filters
        {chosen > 0 && <span className="badge">{chosen}</span>}
      </summary>
      <div className="panel">
        <FilterGroups search={search} />
        <Button
          className="main show-found scripted"
          onClick={() => {
            details.current!.open = false
          }}
          text={count === undefined ? messages.loading : messages.show(count)}
        />
      </div>
    </details>
  )
}

function FilterGroups({ search }: { search: SearchState }) {
  const links = (filter: FilterName, values: readonly (string | number)[]) =>
    values.map((value) => <FilterLink key={value} search={search} filter={filter} value={value} />)
  return (
    <>
      <FilterGroup name="Colour">
        {colours.map(({ value, name, hex }) => (
          <FilterLink key={value} search={search} filter="colour" value={value} swatchName={name}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="11" fill={hex} />
            </svg>
            <span className="sr-only">{name}</span>
          </FilterLink>
        ))}
      </FilterGroup>
      <FilterGroup name="Orientation">{links('orientation', orientations)}</FilterGroup>
      <FilterGroup name="At least this large">{links('size', minimumSizes)}</FilterGroup>
      <details className="more-filters">
        <summary className="chip">More</summary>
        <FilterGroup name="Transparency">
          {links('transparency', transparencyKinds)}
          {links('clean_edges', ['1'])}
        </FilterGroup>
        <FilterGroup name="Licence">{links('licence', licenceIds)}</FilterGroup>
        <FilterGroup name="AI, as contributors and files say">{links('ai', aiFilters)}</FilterGroup>
      </details>
    </>
  )
}

function FilterGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
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
        <X size={14} />
      </a>
    )
  })
}

/** The orders as a menu of links; relevance is offered only for a text search. */
export function SortMenu({ search }: { search: SearchState }) {
  const defaultSort = defaultSortOf(search)
  const current = search.sort || defaultSort
  return (
    <Dropdown
      className="menu"
      label={
        <>
          <span className="text-soft">Sort</span> {messages.orders[current]}
          <span className="chevron" />
        </>
      }
    >
      {sorts
        .filter((sort) => sort !== 'relevance' || search.title)
        .map((sort) => (
          <a
            key={sort}
            href={searchHref({ ...search, sort: sort === defaultSort ? '' : sort, page: 1 })}
            aria-current={sort === current ? 'true' : undefined}
          >
            {messages.orders[sort]}
          </a>
        ))}
    </Dropdown>
  )
}
