import { useLocation, useNavigate } from 'react-router'
import { pageParam, queryString } from '#api/query-string.ts'

/** What a list is asked for and which image lies open lives in the address, so it can be linked and walked back. */
interface ListParams {
  title: string
  page: number
  /** The image in the side panel. */
  image: number | null
}

export function useListParams() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const asked = parseListParams(new URLSearchParams(search))

  /** What changes, the rest staying as it is. A panel belongs to its page. */
  const hrefOf = (change: Partial<ListParams>) => {
    const { image, ...rest } = { ...asked, image: null, ...change }
    return pathname + queryString({ ...rest, image: image ?? undefined })
  }

  const go = (change: Partial<ListParams>) => void navigate(hrefOf(change), { replace: true })

  /** A step that the back button takes back; from one image to another there is none. */
  const open = (image: number) => {
    // Closing must not scroll to where the list was when it was opened: it may have been scrolled meanwhile.
    history.scrollRestoration = 'manual'
    if (asked.image === null) void navigate(hrefOf({ image }), openedFromList)
    else void navigate(hrefOf({ image }), { replace: true, state })
  }

  const close = () => {
    if (asked.image === null) return
    if (state === openedFromList.state) void navigate(-1)
    else go({})
  }

  return { ...asked, hrefOf, go, open, close }
}

/** Marks an address to which the list itself led, so that closing may go one step back. */
const openedFromList = { state: 'opened' }

function parseListParams(said: URLSearchParams): ListParams {
  const image = said.get('image') ?? ''
  return {
    title: said.get('title')?.trim() ?? '',
    page: pageParam(said),
    image: /^[1-9]\d{0,14}$/.test(image) ? Number(image) : null,
  }
}
