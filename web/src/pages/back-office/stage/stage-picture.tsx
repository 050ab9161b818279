import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { placeholderColourRef, previewSources, previewUrl, type SizesIn } from '#image-card/image-src.ts'
import { MarksOnPicture } from '#ui/back-office/findings/marks-on-picture.tsx'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages } from './messages.ts'
import { fromMiddle, useZoom, type ViewState } from './use-zoom.ts'

export const previewSizes: SizesIn = (widthIn) => `(width >= 64rem) ${widthIn(75)}vw, ${widthIn(100)}vw`

export const zoomKeys = { toggle: 'F', in: '+', out: '-' }

/** From this many screen pixels per pixel its squares are shown as they are. */
const sharpZoom = 3

const squares = '[image-rendering:pixelated]'
const movable = 'touch-none cursor-grab active:cursor-grabbing'

export type StageImage = Pick<
  ManagedImage,
  | 'title'
  | 'cloudflare_id'
  | 'cloudflare_url'
  | 'main_url'
  | 'width'
  | 'height'
  | 'colour'
  | 'contrast_tile'
  | 'clear_share'
  | 'soft_share'
  | 'findings'
  | 'overruled'
>

interface StagePictureProps {
  image: StageImage
  /** Its title by default. */
  alt?: string
  view: ViewState
  /** Left out where it is not decided about. */
  onDrawn?: DrawnHandler
  /** Whether it stands beside the picture that is decided about, which has the controls of both. */
  isBeside?: boolean
}

/** The picture, or that it could not be loaded, until the connection is back; a component per file. */
export function StagePicture(props: StagePictureProps) {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const load = () => setFailed(false)
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [])
  if (!hasFailed) return <ZoomablePicture {...props} onError={() => setFailed(true)} />
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-soft">
      <p role="alert">The picture could not be loaded.</p>
      <Button onClick={() => setFailed(false)} text={shared.tryAgain} />
    </div>
  )
}

function ZoomablePicture({ image, alt, onDrawn, onError, ...props }: StagePictureProps & { onError: () => void }) {
  const picture = useRef<HTMLImageElement>(null)
  const checkDrawn = useDrawn(picture, image.cloudflare_id, onDrawn)
  const { zoom, fit, isFitted, transform, ...view } = useZoom(picture, image, props.view)
  const original = useOriginal(image, !isFitted)
  return (
    <>
      <img
        ref={(element) => {
          picture.current = element
          placeholderColourRef(image.colour)(element)
        }}
        onLoad={checkDrawn}
        onError={onError}
        className={`review-picture ${isFitted ? '' : movable} ${zoom >= sharpZoom ? squares : ''}`}
        style={{ transform }}
        src={original ?? previewUrl(image, 640)}
        {...(original ? undefined : previewSources(1280, image, previewSizes))}
        width={image.width}
        height={image.height}
        alt={alt ?? image.title}
        draggable={false}
        decoding="sync"
        fetchPriority="high"
        onDoubleClick={(event) => view.toggle(fromMiddle(event, event.currentTarget))}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={view.pan}
      />
      <MarksOnPicture
        image={image}
        className="review-picture"
        style={{ transform, '--zoom': zoom / fit } as CSSProperties}
      />
      {!props.isBeside && <ZoomControls zoom={zoom} isFitted={isFitted} {...view} />}
      {isFitted && fit > 1.1 && <p className="review-upscaled glass">{messages.upscaled(fit)}</p>}
    </>
  )
}

type ZoomControlsProps = Pick<ReturnType<typeof useZoom>, 'zoom' | 'isFitted' | 'zoomOut' | 'toggle' | 'zoomIn'>

function ZoomControls({ zoom, isFitted, zoomOut, toggle, zoomIn }: ZoomControlsProps) {
  return (
    <fieldset className="review-zoom glass">
      <legend className="sr-only">Zoom</legend>
      <IconButton label="Zoom out" Icon={Minus} size={16} aria-keyshortcuts={zoomKeys.out} onClick={zoomOut} />
      <button
        type="button"
        className="flex min-h-9 min-w-19 cursor-pointer items-center justify-center gap-1.5"
        aria-label={isFitted ? messages.actualSize(zoom) : messages.fit(zoom)}
        aria-keyshortcuts={zoomKeys.toggle}
        onClick={() => toggle()}
      >
        {messages.percent(zoom)}
        <KeyHint name={zoomKeys.toggle} />
      </button>
      <IconButton label="Zoom in" Icon={Plus} size={16} aria-keyshortcuts={zoomKeys.in} onClick={zoomIn} />
    </fieldset>
  )
}

/** The address of the original once it is loaded and decoded; a zoomed preview would hide what is judged. */
function useOriginal({ main_url, cloudflare_url }: StageImage, isWanted: boolean): string | undefined {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const original = new Image()
    original.src = main_url
    let isMounted = true
    original.decode().then(
      () => isMounted && setLoaded(true),
      () => {}, // the preview stays
    )
    return () => {
      isMounted = false
    }
  }, [main_url, isWanted])
  // What was taken down has no previews.
  return isLoaded || main_url === cloudflare_url ? main_url : undefined
}

/** How long a picture is shown before it can be decided, in ms: a second press was meant for the picture before. */
const restMs = 150

/** Reports a picture, by the ID of its file, once it was drawn for a frame (requirements: #decide-what-is-drawn). */
export function useDrawn(picture: RefObject<HTMLImageElement | null>, cloudflareId: string, onDrawn?: DrawnHandler) {
  const check = useCallback(() => {
    const element = picture.current
    if (!element) return
    // A change of source ends decoding; the load event checks again.
    Promise.all([element.decode().then(nextFrame), rest()]).then(
      () => picture.current === element && onDrawn?.(cloudflareId),
      () => {},
    )
  }, [picture, cloudflareId, onDrawn])
  useEffect(() => {
    check()
    return () => onDrawn?.(null)
  }, [check, onDrawn])
  return check
}

export type DrawnHandler = (cloudflareId: string | null) => void

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const rest = () => new Promise((resolve) => setTimeout(resolve, restMs))
