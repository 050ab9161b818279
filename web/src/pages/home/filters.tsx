import { colours } from '@vitrine/contract/vocabulary/colours'
import { filterNames, minimumSizes, orientations, sorts, transparencyKinds } from '@vitrine/contract/vocabulary/filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { messages } from './messages.ts'

/** Filters and sort order as links, which work without JavaScript and with the back button. */
export function Filters({ search }: { search: SearchState }) {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-2">
      <details className="filters">
        <summary className="chip">
          <SlidersHorizontal aria-hidden="true" size={15} />
          {messages.filters}
        </summary>
        <div className="filter-panel panel">
          <FilterGroup name={messages.colour}>
            {colours.map(({ value, name, hex }) => (
              <FilterLink key={value} search={search} filter="colour" value={value} isSwatch>
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
        </div>
      </details>
      <ActiveFilters search={search} />
      <SortLinks search={search} />
    </div>
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
  isSwatch?: boolean
  /** In place of the value's name. */
  children?: ReactNode
}

/** A chosen filter's link removes it. */
function FilterLink({ search, filter, value, isSwatch = false, children }: FilterLinkProps) {
  const isChosen = search[filter] === value
  return (
    <a
      className={isSwatch ? 'swatch' : 'chip'}
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
  return (messages.names as Record<string, Record<string, string>>)[filter]?.[value] ?? value
}

/** The active filters as links that remove them; the category's is in the row of categories. */
function ActiveFilters({ search }: { search: SearchState }) {
  return filterNames.map((filter) => {
    const value = filter !== 'category' && search[filter]
    if (!value) return null
    const name = nameOf(filter, value)
    return (
      <a
        key={filter}
        className="chip as-typed inline-flex! items-center gap-2"
        href={searchHref({ ...search, [filter]: emptySearch[filter], page: 1 })}
        aria-label={messages.remove(name, filter)}
      >
        {name}
        <X aria-hidden="true" size={14} />
      </a>
    )
  })
}

/** Relevance is offered only for a text search. */
function SortLinks({ search }: { search: SearchState }) {
  const defaultSort = search.title ? 'relevance' : 'newest'
  const current = search.sort || defaultSort
  return (
    <nav aria-label={messages.order} className="ml-auto flex flex-wrap gap-1.5">
      {sorts
        .filter((sort) => sort !== 'relevance' || search.title)
        .map((sort) => (
          <a
            key={sort}
            className="chip"
            href={searchHref({ ...search, sort: sort === defaultSort ? '' : sort, page: 1 })}
            aria-current={sort === current ? 'true' : undefined}
          >
            {messages.orders[sort]}
          </a>
        ))}
    </nav>
  )
}
