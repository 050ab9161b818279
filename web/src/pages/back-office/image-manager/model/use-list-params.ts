import { type ListQuery, listOrders } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useLocation, useNavigate } from 'react-router'
import { pageParam, queryString } from '#api/query-string.ts'
import { type ListSearch, parseFilters, searchQuery } from '../filters/list-filters.ts'

/**
 * Search, filters, order, page and open image are in the URL, so that they can be linked and undone by the back button.
 */
interface ListParams extends ListSearch {
  order: ListQuery['order']
  page: number
  /** The image in the side panel. */
  image: number | null
}

export type ListParamsState = ReturnType<typeof useListParams>

export function useListParams(user: SignedInUser) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const params = parseListParams(new URLSearchParams(search), user)

  /** The URL with these parameters changed; it closes the panel unless an image is given. */
  const hrefOf = (change: Partial<ListParams>) => {
    const { order, page, image, ...list } = { ...params, image: null, ...change }
    const rest = { order: order === 'newest' ? undefined : order, page, image: image ?? undefined }
    return pathname + queryString({ ...searchQuery(list), ...rest })
  }

  const go = (change: Partial<ListParams>) => void navigate(hrefOf(change), { replace: true })

  /** Opens the panel as a history entry; moving from one image to another replaces it. */
  const open = (image: number) => {
    // Closing goes back in history and must not restore the older scroll position.
    history.scrollRestoration = 'manual'
    if (params.image === null) void navigate(hrefOf({ image }), openedFromList)
    else void navigate(hrefOf({ image }), { replace: true, state })
  }

  const close = () => {
    if (params.image === null) return
    if (state === openedFromList.state) void navigate(-1)
    else go({})
  }

  return { ...params, hrefOf, go, open, close }
}

/** Marks a history entry made by the list, so that closing may go one step back. */
const openedFromList = { state: 'opened' }

function parseListParams(search: URLSearchParams, user: SignedInUser): ListParams {
  const image = search.get('image') ?? ''
  return {
    title: search.get('title')?.trim() ?? '',
    exact: search.get('exact') === '1',
    filters: parseFilters(search, user),
    order: listOrders.find((order) => order === search.get('order')) ?? 'newest',
    page: pageParam(search),
    image: /^[1-9]\d{0,14}$/.test(image) ? Number(image) : null,
  }
}
