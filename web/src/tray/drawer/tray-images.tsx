import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { contrastClass, variantUrl } from '#image-card/image-src.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from '../tray-messages.ts'

interface TrayImagesProps {
  images: Card[]
  /** A shared tray is read-only. */
  onRemove?: (image: Card) => void
}

/** The images of a tray, each on its tile and linked to its page. */
export function TrayImages({ images, onRemove }: TrayImagesProps) {
  const list = useRef<HTMLUListElement>(null)
  /** Place of the image that was removed: its successor's button gets the focus. */
  const removedAt = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has become shorter
  useEffect(() => {
    if (removedAt.current === undefined) return
    const buttons = list.current!.querySelectorAll('button')
    buttons[Math.min(removedAt.current, buttons.length - 1)]?.focus()
    removedAt.current = undefined
  }, [images.length])
  return (
    <ul ref={list} className="tray-images">
      {images.map((image, index) => (
        <li key={image.id}>
          <a href={pages.image.href({ slug: image.slug })}>
            <span className={`checkerboard ${contrastClass(image)}`}>
              <img src={variantUrl(image, 320)} alt="" loading="lazy" />
            </span>
            <span className="truncate" dir="auto">
              {image.title}
            </span>
            <small>{formatFileSize(image.byte_size)}</small>
          </a>
          {onRemove && (
            <button
              type="button"
              className="tray-icon-button"
              aria-label={messages.remove(image.title)}
              onClick={() => {
                removedAt.current = index
                onRemove(image)
              }}
            >
              <X aria-hidden="true" size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
