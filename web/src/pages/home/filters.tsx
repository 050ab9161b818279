import { colours } from '@vitrine/contract/vocabulary/colours'
import { minimumSizes, orientations, sorts } from '@vitrine/contract/vocabulary/filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { type SearchState, searchHref } from '#search/search-state.ts'
import { messages } from './messages.ts'

/** Narrowing and ordering, as links: they work without JavaScript and can be walked back. */
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
              <FilterLink
                key={value}
                search={search}
                filter={{ colour: value }}
                isChosen={search.colour === value}
                isSwatch
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <circle cx="12" cy="12" r="11" fill={hex} />
                </svg>
                <span className="sr-only">{name}</span>
              </FilterLink>
            ))}
          </FilterGroup>
          <FilterGroup name={messages.orientation}>
            {orientations.map((value) => (
              <FilterLink
                key={value}
                search={search}
                filter={{ orientation: value }}
                isChosen={search.orientation === value}
              >
                {messages.orientations[value]}
              </FilterLink>
            ))}
          </FilterGroup>
          <FilterGroup name={messages.size}>
            {minimumSizes.map((size) => (
              <FilterLink key={size} search={search} filter={{ size }} isChosen={search.size === size}>
                {messages.atLeast(size)}
              </FilterLink>
            ))}
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

interface FilterLinkProps {
  search: SearchState
  filter: Partial<SearchState>
  isChosen: boolean
  isSwatch?: boolean
  children: ReactNode
}

/** Choosing it again lets go of it. */
function FilterLink({ search, filter: wanted, isChosen: chosen, isSwatch: swatch = false, children }: FilterLinkProps) {
  const to = chosen ? withoutFilter(search, wanted) : { ...search, ...wanted }
  return (
    <a
      className={swatch ? 'swatch' : 'chip'}
      href={searchHref({ ...to, page: 1 })}
      aria-current={chosen ? 'true' : undefined}
    >
      {children}
    </a>
  )
}

function withoutFilter(search: SearchState, wanted: Partial<SearchState>): SearchState {
  const none = { colour: '', orientation: '', size: 0 } as const
  return {
    ...search,
    ...Object.fromEntries(Object.keys(wanted).map((name) => [name, none[name as keyof typeof none]])),
  }
}

/** What is being filtered by, each with the way back from it. */
function ActiveFilters({ search }: { search: SearchState }) {
  const { keyword, colour, orientation, size } = search
  const chosen: [label: string, said: string, rest: Partial<SearchState>][] = []
  if (keyword) chosen.push([keyword, messages.keyword(keyword), { keyword: '' }])
  if (colour) chosen.push([colour, messages.remove(colour), { colour: '' }])
  if (orientation)
    chosen.push([
      messages.orientations[orientation],
      messages.remove(messages.orientations[orientation]),
      { orientation: '' },
    ])
  if (size) chosen.push([messages.atLeast(size), messages.remove(messages.atLeast(size)), { size: 0 }])
  return chosen.map(([label, said, rest]) => (
    <a
      key={said}
      className="chip as-typed inline-flex! items-center gap-2"
      href={searchHref({ ...search, ...rest, page: 1 })}
      aria-label={said}
    >
      {label}
      <X aria-hidden="true" size={14} />
    </a>
  ))
}

/** Relevance is an order only where words were asked for. */
function SortLinks({ search }: { search: SearchState }) {
  const usual = search.title ? 'relevance' : 'newest'
  const current = search.sort || usual
  return (
    <nav aria-label={messages.order} className="ml-auto flex flex-wrap gap-1.5">
      {sorts
        .filter((sort) => sort !== 'relevance' || search.title)
        .map((sort) => (
          <a
            key={sort}
            className="chip"
            href={searchHref({ ...search, sort: sort === usual ? '' : sort, page: 1 })}
            aria-current={sort === current ? 'true' : undefined}
          >
            {messages.orders[sort]}
          </a>
        ))}
    </nav>
  )
}
