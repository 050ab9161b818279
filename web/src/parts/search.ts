import { type ColourValue, colours } from '@vitrine/contract/colours'
import { minimumSizes, type Orientation, orientations, type Sort, sorts } from '@vitrine/contract/filters'
import { pages } from '@vitrine/contract/pages'

/** What is searched for lives in the address, so every search can be linked, reloaded and walked back (spec section 3). */
export interface Search {
  title: string
  /** The display name, not the value (spec section 3). */
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

export const everything: Search = {
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
export function readSearch(address: URLSearchParams): Search {
  const page = Number(address.get('page'))
  return {
    title: address.get('title') ?? '',
    category: address.get('category') ?? '',
    keyword: address.get('keyword') ?? '',
    colour: oneOf(colourValues, address.get('colour')),
    orientation: oneOf(orientations, address.get('orientation')),
    size: minimumSizes.find((size) => String(size) === address.get('size')) ?? 0,
    sort: oneOf(sorts, address.get('sort')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function oneOf<T extends string>(choices: readonly T[], said: string | null): T | '' {
  return choices.find((choice) => choice === said) ?? ''
}

/** The home page showing a search; what is empty and the first page are not said. */
export function searchHref(search: Partial<Search>): string {
  const { page, ...rest } = { ...everything, ...search }
  const said = Object.entries({ ...rest, page: page > 1 ? page : '' }).filter(([, value]) => value)
  const asked = new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
  return asked.size ? `${pages.home.href()}?${asked}` : pages.home.href()
}

/** The question that the API is asked: what is empty goes unsaid. */
export function questionOf({ size, colour, orientation, sort, ...rest }: Search) {
  return {
    ...rest,
    size: size || undefined,
    colour: colour || undefined,
    orientation: orientation || undefined,
    sort: sort || undefined,
  }
}
