import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { colours } from '@vitrine/contract/vocabulary/colours'
import type { SearchParams } from '../../server/src/features/search/planner.ts'

/** The two addresses of a listing: a page, and the call behind it. */
export function listingUrls(search: SearchParams, page: number): { page: string; call: string } {
  const { category, colour, ...rest } = search
  const parameters = Object.entries({
    ...rest,
    category: categories.find(({ id }) => id === category)?.name,
    colour: colours.find(({ id }) => id === colour)?.value,
    page: page > 1 ? page : undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const question = parameters.length ? `?${new URLSearchParams(parameters)}` : ''
  return { page: pages.home.href() + question, call: endpointPath(gallery.approved) + question }
}
