import { pages } from '@vitrine/contract/pages'
import { type ColourValue, colours } from '@vitrine/contract/vocabulary/colours'
import { minimumSizes, type Orientation, orientations, type Sort, sorts } from '@vitrine/contract/vocabulary/filters'

/** The search lives in the address, so it can be linked, reloaded and left by Back (requirements: #search-address). */
export interface SearchState {
  title: string
  /** The display name, not the value (requirements: #search-state). */
  category: string
  keyword: string
  colour: ColourValue | ''
  orientation: Orientation | ''
  /** Least pixels of the longer side; 0 for any. */
  size: number
  /** '' for the usual one. */
  sort: Sort | ''
  page: number
}

export const emptySearch: SearchState = {
  title: '',
  category: '',
  keyword: '',
  colour: '',
  orientation: '',
  size: 0,
  sort: '',
  page: 1,
}

const colourValues = colours.map(({ value }) => value)

/** What an address asks; a filter that does not exist is as good as none. */
export function parseSearch(address: URLSearchParams): SearchState {
  const page = Number(address.get('page'))
  return {
    title: address.get('title') ?? '',
    category: address.get('category') ?? '',
    keyword: address.get('keyword') ?? '',
    colour: matchOption(colourValues, address.get('colour')),
    orientation: matchOption(orientations, address.get('orientation')),
    size: minimumSizes.find((size) => String(size) === address.get('size')) ?? 0,
    sort: matchOption(sorts, address.get('sort')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function matchOption<T extends string>(choices: readonly T[], said: string | null): T | '' {
  return choices.find((choice) => choice === said) ?? ''
}

const paramOrder = ['title', 'category', 'keyword', 'colour', 'orientation', 'size', 'sort'] as const

/**
 * The home page showing a search; what is empty and the first page are not said. Written by hand: a page holds some 80 of
 * these, and with URLSearchParams they were a tenth of its rendering.
 */
export function searchHref(search: Partial<SearchState>): string {
  let asked = ''
  for (const name of paramOrder) if (search[name]) asked += `&${name}=${formEncode(search[name])}`
  if (search.page && search.page > 1) asked += `&page=${search.page}`
  return asked ? `${homeHref}?${asked.slice(1)}` : homeHref
}

const homeHref = pages.home.href()

/** As forms encode (URL standard, application/x-www-form-urlencoded), so that a link and a form make one address. */
function formEncode(value: string | number): string {
  if (typeof value === 'number' || /^[\w.*-]*$/.test(value)) return String(value)
  return encodeURIComponent(value.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The question that the API is asked: what is empty goes unsaid. */
export function searchQuery({ size, colour, orientation, sort, ...rest }: SearchState) {
  return {
    ...rest,
    size: size || undefined,
    colour: colour || undefined,
    orientation: orientation || undefined,
    sort: sort || undefined,
  }
}
