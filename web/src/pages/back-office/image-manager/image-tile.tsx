import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { MouseEvent } from 'react'
import { contrastClass, variantSrcSet } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import { isOpaque } from '#image-card/transparency.ts'
import { messages } from './messages.ts'

interface ImageTileProps {
  image: ManagedImage
  href: string
  isOpen: boolean
  isUnsaved: boolean
  isChosen: boolean
  onOpen: () => void
  /** Missing where nothing is selected. `toHere`: with all since the last one. */
  onSelect: ((toHere: boolean) => void) | undefined
}

/** The element that the focus returns to when the panel closes. */
export const tileId = (image: number) => `image-${image}`

/** An image of a list: a click opens it, one with Control or Shift selects. */
export function ImageTile({ image, href, isOpen, isUnsaved, isChosen, onOpen, onSelect }: ImageTileProps) {
  const click = (event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey } = event
    if (onSelect ? false : shiftKey || ctrlKey || metaKey) return
    event.preventDefault()
    if (onSelect && (shiftKey || ctrlKey || metaKey)) onSelect(shiftKey)
    else onOpen()
  }

  return (
    <li className="tile" data-chosen={isChosen || undefined} data-open={isOpen || undefined}>
      <a id={tileId(image.id)} href={href} onClick={click} aria-current={isOpen || undefined}>
        <span className={`tile-picture checkerboard ${contrastClass(image)}`}>
          <img
            ref={placeholderColourRef(image.colour)}
            src={image.cloudflare_url}
            srcSet={variantSrcSet(640, image)}
            sizes="(width >= 64rem) 180px, (width >= 40rem) 22vw, 40vw"
            width={image.width}
            height={image.height}
            alt=""
            loading="lazy"
          />
          {isOpaque(image) && <span className="tile-flag text-bad">{messages.opaque}</span>}
          {isUnsaved && <span className="tile-flag top text-accent">{messages.unsaved}</span>}
        </span>
        <span className="block truncate border-line border-t px-2 pt-2 font-medium text-sm sm:px-3">{image.title}</span>
        <span className="flex items-center gap-1.5 whitespace-nowrap px-2 pb-2.5 text-soft text-xs tabular-nums sm:px-3">
          <span className={`dot ${image.status}`} />
          {messages.statuses[image.status]}
          <span className="ml-auto">{messages.keywordCount(image.keywords.length)}</span>
        </span>
        {image.status === 'rejected' && (
          <span className="-mt-1 mx-2 mb-2.5 sm:mx-3 line-clamp-2 text-soft text-xs">
            {rejectionMessage(image.rejection?.reason ?? '')}
          </span>
        )}
      </a>
      {onSelect && (
        <label className="tile-box">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ nativeEvent }) => onSelect((nativeEvent as PointerEvent).shiftKey)}
            aria-label={messages.select(image.title)}
          />
        </label>
      )}
    </li>
  )
}
