import { useQuery } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useLocation } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { approvedImagesQuery, parseSearch, type SearchState, searchHref } from '#search/image-search.ts'
import { imageQuery } from '../image-query.ts'

/** An image beside the present one in the list that led here. */
export interface Neighbour {
  card: Card
  /** The address of the page with that list. */
  from: string
}

/**
 * The images before and after this one in the list from which it was opened: the results of a search, across its
 * pages, or the related images of another image. History holds the list's address (link-interceptor.ts).
 */
export function useNeighbours(slug: string): { previous?: Neighbour; next?: Neighbour } {
  const { send } = useAppContext()
  const from: string = useLocation().state?.from ?? ''
  const { pathname, searchParams } = new URL(from, location.origin)
  const isSearch = from !== '' && pathname === pages.home.href()
  const search = parseSearch(searchParams)
  const slugInPath = decodeURIComponent(pathname.split('/')[2] ?? '')
  const relatedTo = pathname === pages.image.href({ slug: slugInPath }) ? slugInPath : undefined

  const results = useQuery({ ...approvedImagesQuery(send, search), enabled: isSearch, placeholderData: undefined })
  const related = useQuery({ ...imageQuery(send, relatedTo ?? ''), enabled: relatedTo !== undefined })
  const images = (isSearch ? results : related).data?.images ?? []
  const index = images.findIndex((card) => card.slug === slug)
  const pageCount = isSearch ? Math.ceil((results.data?.count ?? 0) / limits.imagesPerPage) : 1

  const pageBefore = usePage(search, -1, index === 0 && search.page > 1)
  const pageAfter = usePage(search, 1, index >= 0 && index === images.length - 1 && search.page < pageCount)
  if (index < 0) return {}
  return {
    previous: neighbour(images[index - 1], from) ?? neighbour(pageBefore.images.at(-1), pageBefore.href),
    next: neighbour(images[index + 1], from) ?? neighbour(pageAfter.images[0], pageAfter.href),
  }
}

const neighbour = (card: Card | undefined, from: string): Neighbour | undefined => card && { card, from }

/** The page of a search before or after the given one, requested where it is needed. */
function usePage(search: SearchState, step: 1 | -1, enabled: boolean): { images: Card[]; href: string } {
  const { send } = useAppContext()
  const beside = { ...search, page: search.page + step }
  const { data } = useQuery({ ...approvedImagesQuery(send, beside), enabled, placeholderData: undefined })
  return { images: (enabled && data?.images) || [], href: searchHref(beside) }
}
