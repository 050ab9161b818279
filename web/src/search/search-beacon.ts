import type { QueryClient } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { SearchReport, searchLog } from '@vitrine/contract/calls/visitors/search'
import { endpointPath, type Reply } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { publicEndpoint } from '#api/api-client.ts'
import { emptySearch, type SearchState } from './image-search.ts'

/**
 * Reports the searches of this tab and the places of the images that are opened from their results, while an admin has
 * the search log switched on (requirements: #search-log): pages come from caches, so the server sees few of them. Only
 * searches by words alone count, since filters change what the words find.
 */
export function reportSearches(queryClient: QueryClient) {
  let reported: string | undefined
  const reportShown = () => {
    const search = shownSearch(queryClient)
    if (!search || search.title === reported) return
    reported = search.title
    const { count, meant, partly } = search.reply
    send({ question: search.title, images: count, is_corrected: Boolean(meant ?? partly) })
  }
  const reportOpened = ({ target, button }: MouseEvent) => {
    const search = shownSearch(queryClient)
    const card = button < 2 && (target as Element).closest('a')?.closest('.grid-of-images > li')
    if (!search || !card) return
    const index = [...card.parentElement!.children].indexOf(card)
    send({ question: search.title, opened: (search.page - 1) * limits.imagesPerPage + index + 1 })
  }
  queryClient.getQueryCache().subscribe(reportShown)
  // Before the app follows the link.
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, reportOpened, true)
  reportShown()
}

/** The search of the home page that is on screen, with its results; undefined for one with filters. */
function shownSearch(queryClient: QueryClient) {
  const query = queryClient.getQueryCache().find({ queryKey: ['approved'], exact: false, type: 'active' })
  const search = query?.queryKey[1] as SearchState | undefined
  const reply = query?.state.data as Reply<typeof gallery.approved> | undefined
  if (!search?.title || !reply) return undefined
  const { title, page, exact } = search
  const isByWordsAlone = !exact && JSON.stringify({ ...emptySearch, title, page }) === JSON.stringify(search)
  return isByWordsAlone ? { ...search, reply } : undefined
}

/** Without cookies and without the session, and also when the page is left at this moment. */
function send(report: SearchReport) {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  navigator.sendBeacon(endpointPath(reportCall), body)
}

const reportCall = publicEndpoint<typeof searchLog.report>('POST', '/search/log/')
