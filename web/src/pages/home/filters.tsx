import { colours } from '@vitrine/contract/colours'
import { minimumSizes, orientations, sorts } from '@vitrine/contract/filters'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { type SearchState, searchHref } from '../../parts/search.ts'
import { words } from './words.ts'

/** Narrowing and ordering, as links: they work without JavaScript and can be walked back. */
export function Filters({ search }: { search: SearchState }) {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-2">
      <details className="filters">
        <summary className="chip">
          <SlidersHorizontal aria-hidden="true" size={15} />
          {words.filters}
        </summary>
        <div className="filter-panel panel">
          <Group name={words.colour}>
            {colours.map(({ value, name, hex }) => (
              <Choice key={value} search={search} wanted={{ colour: value }} chosen={search.colour === value} swatch>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <circle cx="12" cy="12" r="11" fill={hex} />
                </svg>
                <span className="sr-only">{name}</span>
              </Choice>
            ))}
          </Group>
          <Group name={words.orientation}>
            {orientations.map((value) => (
              <Choice key={value} search={search} wanted={{ orientation: value }} chosen={search.orientation === value}>
                {words.orientations[value]}
              </Choice>
            ))}
          </Group>
          <Group name={words.size}>
            {minimumSizes.map((size) => (
              <Choice key={size} search={search} wanted={{ size }} chosen={search.size === size}>
                {words.atLeast(size)}
              </Choice>
            ))}
          </Group>
        </div>
      </details>
      <Chosen search={search} />
      <Order search={search} />
    </div>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-soft text-xs">{name}</legend>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </fieldset>
  )
}

interface ChoiceProps {
  search: SearchState
  wanted: Partial<SearchState>
  chosen: boolean
  swatch?: boolean
  children: ReactNode
}

/** Choosing it again lets go of it. */
function Choice({ search, wanted, chosen, swatch = false, children }: ChoiceProps) {
  const to = chosen ? without(search, wanted) : { ...search, ...wanted }
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

function without(search: SearchState, wanted: Partial<SearchState>): SearchState {
  const none = { colour: '', orientation: '', size: 0 } as const
  return {
    ...search,
    ...Object.fromEntries(Object.keys(wanted).map((name) => [name, none[name as keyof typeof none]])),
  }
}

/** What is being filtered by, each with the way back from it. */
function Chosen({ search }: { search: SearchState }) {
  const { keyword, colour, orientation, size } = search
  const chosen: [label: string, said: string, rest: Partial<SearchState>][] = []
  if (keyword) chosen.push([keyword, words.keyword(keyword), { keyword: '' }])
  if (colour) chosen.push([colour, words.remove(colour), { colour: '' }])
  if (orientation)
    chosen.push([words.orientations[orientation], words.remove(words.orientations[orientation]), { orientation: '' }])
  if (size) chosen.push([words.atLeast(size), words.remove(words.atLeast(size)), { size: 0 }])
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
function Order({ search }: { search: SearchState }) {
  const usual = search.title ? 'relevance' : 'newest'
  const current = search.sort || usual
  return (
    <nav aria-label={words.order} className="ml-auto flex flex-wrap gap-1.5">
      {sorts
        .filter((sort) => sort !== 'relevance' || search.title)
        .map((sort) => (
          <a
            key={sort}
            className="chip"
            href={searchHref({ ...search, sort: sort === usual ? '' : sort, page: 1 })}
            aria-current={sort === current ? 'true' : undefined}
          >
            {words.orders[sort]}
          </a>
        ))}
    </nav>
  )
}
