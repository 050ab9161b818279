import { categories } from '@vitrine/contract/categories'
import { colours } from '@vitrine/contract/colours'
import { endpointPath } from '@vitrine/contract/endpoint'
import { gallery } from '@vitrine/contract/gallery'
import { pages } from '@vitrine/contract/pages'
import type { SearchParams } from '../server/src/features/gallery/search.ts'

/** The two addresses of a listing: a page, and the call behind it. */
export function listingUrls(search: SearchParams, page: number): { page: string; call: string } {
  const { category, colour, ...rest } = search
  const said = Object.entries({
    ...rest,
    category: categories.find(({ id }) => id === category)?.name,
    colour: colours.find(({ id }) => id === colour)?.value,
    page: page > 1 ? page : undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const question = said.length ? `?${new URLSearchParams(said)}` : ''
  return { page: pages.home.href() + question, call: endpointPath(gallery.approved) + question }
}
