import { type RefObject, useCallback, useEffect } from 'react'

/** How long a picture is shown before it can be decided, in ms: a second press was meant for the picture before. */
const restMs = 150

/**
 * Reports a picture by its `cloudflare_id`, which another file of the same image does not have, once it was decoded
 * and drawn for a frame, so that no one decides what they cannot have seen (requirements: #decide-what-is-drawn). The
 * result looks again, after the picture was loaded from another source.
 */
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
