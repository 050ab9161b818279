import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { previewUrl, stageSources } from '#image-card/image-src.ts'
import { approvedImagesQuery, emptySearch, parseSearch, type SearchState, searchHref } from '#search/image-search.ts'
import { useListener } from '#ui/use-listener.ts'
import { imageQuery } from '../image-query.ts'

/** CSS pixels that a finger moves sideways for the next image. */
const swipeDistance = 48

/** Neighbours replace the entry of the history, so that Back leads to the list at once. */
export function Neighbours({ stage, slug }: { stage: HTMLElement; slug: string }) {
  const { previous, next, place } = useNeighbours(slug)
  const navigate = useNavigate()
  const [isUsed, setUsed] = useState(false)
  usePrefetch(isUsed ? [next, previous] : [])

  const go = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return
    setUsed(true)
    void navigate(hrefOf(neighbour), { replace: true, state: { from: neighbour.from } })
  }
  useKeysAndSwipes(stage, (step) => go(step < 0 ? previous : next))
  useEscape(() => place && void navigate(-1))

  if (!place) return null
  return (
    <nav aria-label="Images of the same search">
      <a className="stage-place glass" href={place.from}>
        {`${place.position} of ${place.count.toLocaleString('en')}${place.words && ` for “${place.words}”`}`}
      </a>
      {previous && (
        <ArrowLink className="left-3" neighbour={previous} label={`Previous: ${previous.card.title}`} go={go}>
          <ChevronLeft size={22} />
        </ArrowLink>
      )}
      {next && (
        <ArrowLink className="right-3" neighbour={next} label={`Next: ${next.card.title}`} go={go}>
          <ChevronRight size={22} />
        </ArrowLink>
      )}
    </nav>
  )
}

const hrefOf = ({ card }: Neighbour) => pages.image.href({ slug: card.slug })

interface ArrowLinkProps {
  className: string
  neighbour: Neighbour
  label: string
  go: (neighbour: Neighbour) => void
  children: ReactNode
}

function ArrowLink({ className, neighbour, label, go, children }: ArrowLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(neighbour)
  }
  return (
    <a
      className={`stage-arrow round glass ${className}`}
      href={hrefOf(neighbour)}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </a>
  )
}

/** Calls with -1 for the left arrow key or a swipe to the right, with 1 for the opposite. */
function useKeysAndSwipes(stage: HTMLElement, onStep: (step: number) => void) {
  const start = useRef<PointerEvent>(null)
  useListener('keydown', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if ((event.target as Element).closest(ownArrowKeys)) return
    if (event.key === 'ArrowLeft') onStep(-1)
    else if (event.key === 'ArrowRight') onStep(1)
  })
  const begin = (event: PointerEvent) => {
    const isFinger = event.pointerType === 'touch' && event.isPrimary && event.target instanceof HTMLImageElement
    start.current = isFinger && !stage.querySelector('.loupe') ? event : null
  }
  const end = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return
    const [across, down] = [clientX - start.current.clientX, clientY - start.current.clientY]
    if (Math.abs(across) > swipeDistance && Math.abs(across) > 2 * Math.abs(down)) onStep(-Math.sign(across))
  }
  useListener('pointerdown', begin, stage)
  useListener('pointerup', end, stage)
}

/** Escape leads back to the list unless it closes something. */
function useEscape(onEscape: () => void) {
  useListener('keydown', ({ key, target, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || (target as Element).closest(ownArrowKeys)) return
    // The focus is not in a menu that Safari, or a screen reader, opened by a click.
    const menu = document.querySelector<HTMLDetailsElement>('details[open]:has(> .panel)')
    if (menu) menu.open = false
    else if (!document.querySelector('.loupe, :popover-open, dialog[open]')) onEscape()
  })
}

/** What the arrow keys move in already. */
const ownArrowKeys =
  'input, textarea, select, [contenteditable], [role="application"], [role="menu"], .grid-of-images, dialog'

/** Fetches data and preview of images when the browser is idle. */
function usePrefetch(neighbours: (Neighbour | undefined)[]) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const cards = neighbours.flatMap((neighbour) => neighbour?.card ?? [])
  const slugs = cards.map(({ slug }) => slug).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `cards` is new in every render, `slugs` is not
  useEffect(() => {
    // Older Safari has no requestIdleCallback.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout
    whenIdle(() => {
      for (const card of cards) {
        void cache.prefetchQuery(imageQuery(send, card.slug))
        const preview = new Image()
        const { sizes = '', srcSet = '' } = stageSources(card) ?? {}
        preview.sizes = sizes
        preview.srcset = srcSet
        preview.src = previewUrl(card, 640)
      }
    })
  }, [cache, send, slugs])
}

/** An image beside the present one in the list that led here. */
interface Neighbour {
  card: Card
  /** The address of the page with that list. */
  from: string
}

/** The neighbours in a search, across pages, or in related images; history holds its address (link-interceptor.ts). */
function useNeighbours(slug: string) {
  const from: string = useLocation().state?.from ?? ''
  const { images, count, search } = useList(from)
  const index = images.findIndex((card) => card.slug === slug)
  const { page, title } = search ?? emptySearch
  const pageCount = search ? Math.ceil(count / limits.imagesPerPage) : 1
  const pageBefore = usePage(search, -1, index === 0 && page > 1)
  const pageAfter = usePage(search, 1, index >= 0 && index === images.length - 1 && page < pageCount)
  if (index < 0) return {}
  return {
    /** From 1; `words` are what was searched for, '' where it was no search by words. */
    place: { position: (page - 1) * limits.imagesPerPage + index + 1, count, from, words: title },
    previous: neighbour(images[index - 1], from) ?? neighbour(pageBefore.images.at(-1), pageBefore.href),
    next: neighbour(images[index + 1], from) ?? neighbour(pageAfter.images[0], pageAfter.href),
  }
}

/** One page of a list: the images at an address, all of the list's `count`, and the search that it is. */
function useList(from: string): { images: Card[]; count: number; search?: SearchState } {
  const { send } = useAppContext()
  const { pathname, searchParams } = new URL(from, location.origin)
  const isSearch = from !== '' && pathname === pages.home.href()
  const search = parseSearch(searchParams)
  const slugInPath = decodeURIComponent(pathname.split('/')[2] ?? '')
  const relatedTo = pathname === pages.image.href({ slug: slugInPath }) ? slugInPath : undefined

  const results = useQuery({ ...approvedImagesQuery(send, search), enabled: isSearch, placeholderData: undefined })
  const related = useQuery({ ...imageQuery(send, relatedTo ?? '', search.page), enabled: relatedTo !== undefined })
  if (isSearch) return { images: results.data?.images ?? [], count: results.data?.count ?? 0, search }
  const images = related.data?.images ?? []
  return { images, count: images.length }
}

const neighbour = (card: Card | undefined, from: string): Neighbour | undefined => card && { card, from }

/** The page of a search before or after the given one, requested where it is needed. */
function usePage(search: SearchState | undefined, step: 1 | -1, enabled: boolean): { images: Card[]; href: string } {
  const { send } = useAppContext()
  const { page, ...rest } = search ?? emptySearch
  const beside = { ...rest, page: page + step }
  const { data } = useQuery({ ...approvedImagesQuery(send, beside), enabled, placeholderData: undefined })
  return { images: (enabled && data?.images) || [], href: searchHref(beside) }
}
