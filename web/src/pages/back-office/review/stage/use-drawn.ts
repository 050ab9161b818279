import { type RefObject, useCallback, useEffect, useState } from 'react'

/** How long a picture is shown before it can be decided, in ms: a second press was meant for the picture before. */
const restMs = 150

/**
 * Reports an image once its picture was decoded and drawn for a frame, so that no one decides what they cannot have
 * seen (requirements: #decide-what-is-drawn). `check` looks again, after the picture was loaded from another source.
 */
export function useDrawn(picture: RefObject<HTMLImageElement | null>, id: number | undefined, onDrawn: DrawnHandler) {
  const [failedId, setFailedId] = useState<number | null>(null)
  const check = useCallback(() => {
    const element = picture.current
    if (id === undefined || !element) return
    // A change of source ends decoding; the load event checks again.
    Promise.all([element.decode().then(nextFrame), rest()]).then(
      () => picture.current === element && onDrawn(id),
      () => {},
    )
  }, [picture, id, onDrawn])
  useEffect(() => {
    check()
    return () => onDrawn(null)
  }, [check, onDrawn])
  return {
    hasFailed: failedId === id,
    onLoad: check,
    onError: () => setFailedId(id ?? null),
    tryAgain: () => setFailedId(null),
  }
}

type DrawnHandler = (id: number | null) => void

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const rest = () => new Promise((resolve) => setTimeout(resolve, restMs))
