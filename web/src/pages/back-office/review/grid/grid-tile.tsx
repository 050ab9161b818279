import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { contrastClass, isOpaque, placeholderColourRef, previewSources, previewUrl } from '#image-card/image-src.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { messages } from '../messages.ts'
import { useDrawn } from '../stage/use-drawn.ts'

interface GridTileProps {
  image: ManagedImage
  isActive: boolean
  isLeftOut: boolean
  isDrawn: boolean
  onDrawn: (cloudflareId: string, isDrawn: boolean) => void
  onFocus: () => void
  onToggle: () => void
}

/** An image of the grid, which a press leaves out or takes back in. */
export function GridTile({ image, isActive, isLeftOut, isDrawn, onDrawn, onFocus, onToggle }: GridTileProps) {
  const { text, className } = markOf(image)
  return (
    <li>
      <button
        type="button"
        data-id={image.id}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isLeftOut}
        aria-busy={!isDrawn}
        aria-label={messages.leaveOut(image.title, text)}
        className={`grid-tile checkerboard ${contrastClass(image)}`}
        onFocus={onFocus}
        onClick={onToggle}
      >
        <TilePicture key={image.cloudflare_id} image={image} onDrawn={onDrawn} />
        <span className={`grid-mark glass ${isLeftOut ? '' : className}`}>{isLeftOut ? messages.leftOut : text}</span>
      </button>
    </li>
  )
}

/** The picture of a tile; a component per file. */
function TilePicture({ image, onDrawn }: Pick<GridTileProps, 'image' | 'onDrawn'>) {
  const { cloudflare_id } = image
  const picture = useRef<HTMLImageElement>(null)
  const isInView = useWasInView(picture)
  // A picture below the fold was decoded, but no one saw it.
  const report = useCallback(
    (drawn: string | null) => onDrawn(cloudflare_id, drawn !== null && isInView),
    [cloudflare_id, isInView, onDrawn],
  )
  const checkDrawn = useDrawn(picture, cloudflare_id, report)
  return (
    <img
      ref={(element) => {
        picture.current = element
        placeholderColourRef(image.colour)(element)
      }}
      onLoad={checkDrawn}
      src={previewUrl(image, 640)}
      {...previewSources(640, image, '(width >= 64rem) 16vw, (width >= 40rem) 24vw, 48vw')}
      width={image.width}
      height={image.height}
      alt=""
      draggable={false}
    />
  )
}

/** What was judged: the worst fault, that nothing is transparent, or that all was measured and nothing is at fault. */
function markOf(image: ManagedImage) {
  const [worst, ...others] = openFaultsOf(image)
  if (worst)
    return { text: findingLabel(worst.kind) + (others.length ? ` +${others.length}` : ''), className: 'text-bad' }
  if (isOpaque(image)) return { text: messages.opaque, className: 'text-bad' }
  if (image.is_verified) return { text: messages.verified, className: 'text-good' }
  return { text: messages.notMeasured, className: 'text-soft' }
}

/** Whether at least half of an element has been in sight. */
function useWasInView(element: { current: HTMLElement | null }): boolean {
  const [wasInView, setWasInView] = useState(false)
  useEffect(() => {
    if (wasInView) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWasInView(true),
      { threshold: 0.5 },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element, wasInView])
  return wasInView
}
