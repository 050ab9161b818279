import { colours } from '@vitrine/contract/vocabulary/colours'
import { minimumSizes, orientations, sorts } from '@vitrine/contract/vocabulary/filters'
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

/** A chosen filter's link removes it. */
function FilterLink({ search, filter, isChosen, isSwatch = false, children }: FilterLinkProps) {
  const target = isChosen ? withoutFilter(search, filter) : { ...search, ...filter }
  return (
    <a
      className={isSwatch ? 'swatch' : 'chip'}
      href={searchHref({ ...target, page: 1 })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {children}
    </a>
  )
}

function withoutFilter(search: SearchState, filter: Partial<SearchState>): SearchState {
  const names = Object.keys(filter) as (keyof SearchState)[]
  return { ...search, ...Object.fromEntries(names.map((name) => [name, emptySearch[name]])) }
}

/** The active filters as links that remove them. */
function ActiveFilters({ search }: { search: SearchState }) {
  const { keyword, colour, orientation, size } = search
  const labels = {
    keyword,
    colour,
    orientation: orientation && messages.orientations[orientation],
    size: size ? messages.atLeast(size) : '',
  }
  const names = Object.keys(labels) as (keyof typeof labels)[]
  return names.map((name) => {
    const label = labels[name]
    return (
      label && (
        <a
          key={name}
          className="chip as-typed inline-flex! items-center gap-2"
          href={searchHref({ ...search, [name]: emptySearch[name], page: 1 })}
          aria-label={messages.remove(label, name)}
        >
          {label}
          <X aria-hidden="true" size={14} />
        </a>
      )
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
