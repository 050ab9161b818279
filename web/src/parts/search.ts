import { pages } from '@vitrine/contract/pages'

/** What is searched for lives in the address, so every search can be linked, reloaded and walked back (spec section 3). */
export interface Search {
  title: string
  /** The display name, not the value (spec section 3). */
  category: string
  keyword: string
  page: number
}

export const everything: Search = { title: '', category: '', keyword: '', page: 1 }

export function readSearch(address: URLSearchParams): Search {
  const page = Number(address.get('page'))
  return {
    title: address.get('title') ?? '',
    category: address.get('category') ?? '',
    keyword: address.get('keyword') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The home page showing a search; what is empty and the first page are not said. */
export function searchHref(search: Partial<Search>): string {
  const { title, category, keyword, page } = { ...everything, ...search }
  const said = Object.entries({ title, category, keyword, page: page > 1 ? String(page) : '' })
  const asked = new URLSearchParams(said.filter(([, value]) => value))
  return asked.size ? `${pages.home.href()}?${asked}` : pages.home.href()
}
