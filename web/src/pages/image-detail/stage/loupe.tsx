import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { maxEnlargement } from '#image-card/image-src.ts'
import { useListener } from '#ui/use-listener.ts'
import type { PartialImage } from '../image-query.ts'

/** CSS pixels for each pixel of the original. */
const zoom = 4

/** CSS pixels between the finger and the edge of the lens, which would otherwise lie under the hand. */
const fingerGap = 28

/** The original, once it is decoded. */
export type OriginalState = HTMLImageElement | 'loading' | 'failed'

interface LoupeProps {
  stage: HTMLElement
  image: PartialImage
  original: OriginalState
  onClose: () => void
}

/** In pixels of the original. */
interface Point {
  x: number
  y: number
}

/** The pixels of the original around a point, which follows the pointer, the finger or the arrow keys. */
export function Loupe({ stage, image, original, onClose }: LoupeProps) {
  const lens = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState<Point>({ x: image.width / 2, y: image.height / 2 })
  const [isTouch, setTouch] = useState(false)
  const [stageWidth, setStageWidth] = useState(0)

  useEffect(() => lens.current!.focus({ preventScroll: true }), [])

  const follow = (event: PointerEvent) => {
    const picture = stage.querySelector('img')!
    if (event.target !== picture) return
    const { left, top, scale } = pictureBox(picture, image)
    setTouch(event.pointerType === 'touch')
    setPoint(clamped({ x: (event.clientX - left) / scale, y: (event.clientY - top) / scale }, image))
  }
  useListener('pointermove', follow, stage)
  useListener('pointerdown', follow, stage)

  useEffect(() => {
    const observer = new ResizeObserver(() => setStageWidth(stage.clientWidth))
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stage])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the lens keeps its point when the stage changes its width
  useLayoutEffect(() => {
    placeLens(lens.current!, stage, image, point, isTouch)
    if (typeof original !== 'string') drawPixels(lens.current!.querySelector('canvas')!, original, point)
  }, [stage, image, original, point, isTouch, stageWidth])

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    const pixels = event.shiftKey ? 40 : 4
    if (direction) setPoint(({ x, y }) => clamped({ x: x + direction.x * pixels, y: y + direction.y * pixels }, image))
    else if (event.key === 'Escape') {
      onClose()
      stage.querySelector<HTMLElement>('[aria-pressed]')!.focus()
    } else return
    event.preventDefault()
  }
  const text = original === 'failed' ? 'The original could not be loaded. Please try again.' : '400 %'
  return (
    <div
      ref={lens}
      className="loupe"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the keys itself
      tabIndex={0}
      aria-label="Loupe at 400 %"
      aria-description="Arrow keys move it, Escape closes it."
      aria-busy={original === 'loading'}
      onKeyDown={onKeyDown}
    >
      <canvas />
      <p role="status">{text}</p>
    </div>
  )
}

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function clamped({ x, y }: Point, { width, height }: PartialImage): Point {
  return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) }
}

/** Where the picture lies in the window: inside the padding of its element, as `object-fit` puts it. */
function pictureBox(picture: HTMLElement, { width, height }: PartialImage) {
  const box = picture.getBoundingClientRect()
  const style = getComputedStyle(picture)
  const [top, right, bottom, left] = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft].map(
    Number.parseFloat,
  ) as [number, number, number, number]
  const [innerWidth, innerHeight] = [box.width - left - right, box.height - top - bottom]
  const scale = Math.min(maxEnlargement, innerWidth / width, innerHeight / height)
  return {
    left: box.left + left + (innerWidth - width * scale) / 2,
    top: box.top + top + (innerHeight - height * scale) / 2,
    scale,
  }
}

/** Puts the lens over its point, or above the finger, and within the stage. */
function placeLens(lens: HTMLElement, stage: HTMLElement, image: PartialImage, point: Point, isTouch: boolean) {
  const box = stage.getBoundingClientRect()
  const { left, top, scale } = pictureBox(stage.querySelector('img')!, image)
  const half = lens.offsetWidth / 2
  const x = left - box.left + point.x * scale
  const y = top - box.top + point.y * scale - (isTouch ? half + fingerGap : 0)
  lens.style.setProperty('--x', `${Math.min(Math.max(x, half), box.width - half) - half}px`)
  lens.style.setProperty('--y', `${Math.min(Math.max(y, half), box.height - half) - half}px`)
}

/** Draws whole device pixels, so that each pixel of the original becomes a sharp square. */
function drawPixels(canvas: HTMLCanvasElement, original: HTMLImageElement, { x, y }: Point) {
  const side = Math.round(canvas.clientWidth * devicePixelRatio)
  const step = Math.round(zoom * devicePixelRatio)
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')!
  context.imageSmoothingEnabled = false
  context.drawImage(
    original,
    Math.round(side / 2 - x * step),
    Math.round(side / 2 - y * step),
    original.naturalWidth * step,
    original.naturalHeight * step,
  )
}
