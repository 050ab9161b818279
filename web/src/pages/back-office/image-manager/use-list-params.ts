import { type ListQuery, listOrders } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { currentParams, pageParam, queryString } from '#api/query-string.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type FilterName, type ListSearch, parseFilters, searchQuery } from './filters/list-filters.ts'
import type { ImageListPage } from './image-list-query.ts'

/** What is in the URL, so that it can be linked and undone by the back button. */
interface ListParams extends ListSearch {
  order: ListQuery['order']
  page: number
  /** The image in the side panel. */
  image: number | null
}

export type ListParamsState = ReturnType<typeof useListParams>

export function useListParams() {
  const user = useUser()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const params = parseListParams(new URLSearchParams(search), user)

  /** The URL with these parameters changed; it closes the panel unless an image is given. */
  const hrefOf = (change: Partial<ListParams>, from = params) => {
    const { order, page, image, ...list } = { ...from, image: null, ...change }
    const rest = { order: order === 'newest' ? undefined : order, page, image: image ?? undefined }
    return pathname + queryString({ ...searchQuery(list), ...rest })
  }

  const paramsNow = () => parseListParams(currentParams(), user)

  const go = (change: Partial<ListParams>) => void navigate(hrefOf(change, paramsNow()), { replace: true })

  const setFilter = (name: FilterName, value: string) =>
    go({ filters: { ...paramsNow().filters, [name]: value || undefined }, page: 1 })

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

  return { ...params, hrefOf, go, setFilter, open, close }
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

export const isNarrowed = ({ title, filters }: ListSearch) => title !== '' || Object.keys(filters).length > 0

export const pageCount = (list: ImageListPage | undefined) =>
  Math.ceil((list?.count ?? 0) / limits.managedImagesPerPage)

/** Leaves a page past the end of the list, and closes the panel of an image that is not there any more. */
export function useCorrectedParams(params: ListParamsState, list: ImageListPage | undefined, isMissing: boolean) {
  const pages = pageCount(list)
  const isPastEnd = pages > 0 && params.page > pages

  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` is new in every render
  useEffect(() => {
    if (isPastEnd) params.go({ page: pages })
  }, [isPastEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` is new in every render
  useEffect(() => {
    if (!isMissing) return
    toast('info', 'This image is not in the library any more.')
    params.close()
  }, [isMissing])
}
