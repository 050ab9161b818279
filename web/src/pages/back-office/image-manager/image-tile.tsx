import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { MouseEvent } from 'react'
import { contrastClass, variantSrcSet } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import { isOpaque } from '#image-card/transparency.ts'
import { messages as findingMessages } from '#ui/back-office/findings/messages.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from './messages.ts'

interface ImageTileProps {
  image: ManagedImage
  href: string
  isOpen: boolean
  isUnsaved: boolean
  isSelected: boolean
  onOpen: () => void
  /** Undefined in lists without selection; `isRange` extends the selection from the last image. */
  onSelect: ((isRange: boolean) => void) | undefined
}

const factsLine = 'flex items-center gap-1.5 whitespace-nowrap px-2 pb-2.5 sm:px-3'

/** Id of the tile's link, which gets the focus back when the panel closes. */
export const tileId = (image: number) => `image-${image}`

/** An image of a list: a click opens it, a click with Control or Shift selects it. */
export function ImageTile({ image, href, isOpen, isUnsaved, isSelected, onOpen, onSelect }: ImageTileProps) {
  const handleClick = (event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey } = event
    if (onSelect ? false : shiftKey || ctrlKey || metaKey) return
    event.preventDefault()
    if (onSelect && (shiftKey || ctrlKey || metaKey)) onSelect(shiftKey)
    else onOpen()
  }

  return (
    <li className="tile" data-chosen={isSelected || undefined} data-open={isOpen || undefined}>
      <a id={tileId(image.id)} href={href} onClick={handleClick} aria-current={isOpen || undefined}>
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
          <TransparencyFlag image={image} />
          {(isUnsaved || image.waiting_edit) && (
            <span className="tile-flag top text-accent">{isUnsaved ? messages.unsaved : editMessages.waiting}</span>
          )}
        </span>
        <span dir="auto" className="block truncate border-line border-t px-2 pt-2 font-medium text-sm sm:px-3">
          {image.title}
        </span>
        <span className={`${factsLine} text-soft text-xs tabular-nums`}>
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
            checked={isSelected}
            onChange={({ nativeEvent }) => onSelect((nativeEvent as PointerEvent).shiftKey)}
            aria-label={messages.select(image.title)}
          />
        </label>
      )}
    </li>
  )
}

/** The number of faults, or that nothing is transparent. */
function TransparencyFlag({ image }: { image: ManagedImage }) {
  const faults = openFaultsOf(image).length
  if (faults) return <span className="tile-flag text-bad">{findingMessages.faultCount(faults)}</span>
  return isOpaque(image) ? <span className="tile-flag text-bad">{messages.opaque}</span> : null
}
