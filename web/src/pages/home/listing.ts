import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { approvedImages } from '../../bare-calls.ts'
import { caller, type Send } from '../../call.ts'
import { questionOf, type Search } from '../../parts/search.ts'

/** The images of a search, one page of them; the last ones stay while the next are coming. */
export function listing(send: Send, search: Search) {
  return queryOptions({
    queryKey: ['approved', search],
    queryFn: ({ signal }) => caller(send, signal)(approvedImages, { query: questionOf(search) }),
    placeholderData: keepPreviousData,
  })
}
