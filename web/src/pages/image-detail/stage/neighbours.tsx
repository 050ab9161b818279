import { useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { variantSrcSet, variantUrl } from '#image-card/image-src.ts'
import { imageQuery } from '../image-query.ts'
import { pictureSizes } from './picture.tsx'
import { messages } from './tool-messages.ts'
import { type Neighbour, useNeighbours } from './use-neighbours.ts'

/** CSS pixels that a finger moves sideways for the next image. */
const swipeDistance = 48

/**
 * Leads through the list from which the image was opened, by arrows, keys and swipes. They replace the entry of the
 * history, so Back leads to the list at once.
 */
export function Neighbours({ stage, slug }: { stage: HTMLElement; slug: string }) {
  const { previous, next } = useNeighbours(slug)
  const navigate = useNavigate()
  const [isUsed, setUsed] = useState(false)
  usePrefetch(isUsed ? [next, previous] : [])

  const go = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return
    setUsed(true)
    void navigate(hrefOf(neighbour), { replace: true, state: { from: neighbour.from } })
  }
  useKeysAndSwipes(stage, (step) => go(step < 0 ? previous : next))

  if (!previous && !next) return null
  return (
    <nav aria-label={messages.neighbours}>
      {previous && (
        <ArrowLink className="previous" neighbour={previous} label={messages.previous(previous.card.title)} go={go}>
          <ChevronLeft aria-hidden="true" size={22} />
        </ArrowLink>
      )}
      {next && (
        <ArrowLink className="next" neighbour={next} label={messages.next(next.card.title)} go={go}>
          <ChevronRight aria-hidden="true" size={22} />
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
      className={`stage-arrow glass ${className}`}
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
  const step = useEffectEvent(onStep)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if ((event.target as Element).closest(ownArrowKeys)) return
      if (event.key === 'ArrowLeft') step(-1)
      else if (event.key === 'ArrowRight') step(1)
    }
    let start: PointerEvent | null = null
    const onPointerDown = (event: PointerEvent) => {
      const isFinger = event.pointerType === 'touch' && event.isPrimary && event.target instanceof HTMLImageElement
      start = isFinger && !stage.querySelector('.loupe') ? event : null
    }
    const onPointerUp = (event: PointerEvent) => {
      if (!start) return
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY]
      if (Math.abs(across) > swipeDistance && Math.abs(across) > 2 * Math.abs(down)) step(-Math.sign(across))
    }
    document.addEventListener('keydown', onKeyDown)
    stage.addEventListener('pointerdown', onPointerDown)
    stage.addEventListener('pointerup', onPointerUp)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      stage.removeEventListener('pointerdown', onPointerDown)
      stage.removeEventListener('pointerup', onPointerUp)
    }
  }, [stage])
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
        preview.sizes = pictureSizes
        preview.srcset = variantSrcSet(1280, card)
        preview.src = variantUrl(card, 640)
      }
    })
  }, [cache, send, slugs])
}
