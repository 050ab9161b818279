import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

/** Zoom is screen pixels per pixel of the image; null is as large as the stage. */
interface View {
  zoom: number | null
  /** How far the image is moved from the middle of the stage, in CSS pixels. */
  x: number
  y: number
}

const fitted: View = { zoom: null, x: 0, y: 0 }
const steps = [1, 2, 4]
const maxZoom = 8
/** CSS pixels by which an edge of the image may be moved into the stage. */
const margin = 80

type Size = Record<'width' | 'height', number>
type Point = Record<'x' | 'y', number>

/** What pictures that are zoomed and moved together share. */
export const useView = () => useState(fitted)
export type ViewState = ReturnType<typeof useView>

/** Zooming by steps and by the wheel, around the pointer, and panning by drag (requirements: #review-zoom). */
export function useZoom(picture: RefObject<HTMLImageElement | null>, image: Size, [view, setView]: ViewState) {
  const box = useBox(picture)
  const fit = box ? Math.min(box.width / image.width, box.height / image.height) * devicePixelRatio : 1
  const zoom = view.zoom ?? fit

  const zoomTo = (next: number | null, anchor: Point = { x: 0, y: 0 }) =>
    setView((before) => {
      if (next === null || !box) return fitted
      const ratio = next / (before.zoom ?? fit)
      const moved = { x: anchor.x - (anchor.x - before.x) * ratio, y: anchor.y - (anchor.y - before.y) * ratio }
      return { zoom: next, ...within(moved, image, box, next) }
    })
  const stepTo = (next: number | undefined) => next !== undefined && zoomTo(next === fit ? null : next)
  const stops = fit < 1 ? [fit, ...steps] : steps

  const zoomByWheel = (event: WheelEvent) => {
    // In a narrow window the wheel scrolls the page.
    if (!event.ctrlKey && document.documentElement.scrollHeight > innerHeight) return
    event.preventDefault()
    const next = zoom * Math.exp(-event.deltaY / 400)
    const isFitted = event.deltaY > 0 && next <= fit && fit <= zoom
    zoomTo(isFitted ? null : clamp(next, Math.min(1, fit), maxZoom), fromMiddle(event, picture.current!))
  }
  useWheel(picture, zoomByWheel)

  return {
    zoom,
    fit,
    isFitted: view.zoom === null,
    transform: `translate(${view.x}px, ${view.y}px) scale(${zoom / fit})`,
    zoomIn: () => stepTo(stops.find((stop) => stop > zoom * 1.01)),
    zoomOut: () => stepTo(stops.findLast((stop) => stop < zoom * 0.99)),
    toggle: (anchor?: Point) => zoomTo(view.zoom === null ? 1 : null, anchor),
    pan({ buttons, movementX, movementY }: PointerEvent) {
      if (!(buttons & 1) || view.zoom === null || !box) return
      setView((now) => ({ ...now, ...within({ x: now.x + movementX, y: now.y + movementY }, image, box, zoom) }))
    },
  }
}

/** A point relative to the middle of the stage: the element itself may be zoomed. */
export function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }, { parentElement }: Element) {
  const { left, top, width, height } = parentElement!.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function within({ x, y }: Point, image: Size, box: Size, zoom: number): Point {
  const limit = (length: number, room: number) =>
    Math.max(0, (length * zoom) / devicePixelRatio / 2 - room / 2 + margin)
  const [right, down] = [limit(image.width, box.width), limit(image.height, box.height)]
  return { x: clamp(x, -right, right), y: clamp(y, -down, down) }
}

/** The size of the picture's box before it is zoomed. */
function useBox(picture: RefObject<HTMLImageElement | null>) {
  const [box, setBox] = useState<Size | null>(null)
  useEffect(() => {
    const element = picture.current
    if (!element) return
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [picture])
  return box
}

/** Listens on the whole stage. React's own wheel listeners are passive, so that they cannot keep the page in place. */
function useWheel(picture: RefObject<HTMLImageElement | null>, listener: (event: WheelEvent) => void) {
  useEffect(() => {
    const stage = picture.current?.parentElement
    stage?.addEventListener('wheel', listener, { passive: false })
    return () => stage?.removeEventListener('wheel', listener)
  })
}
