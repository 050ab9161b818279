import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-texts'
import { contrastClass, variantSrcSet } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import { isOpaque } from '#image-card/transparency.ts'
import { messages as findingMessages } from '#ui/back-office/findings/messages.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { messages } from '../messages.ts'
import { ItemCheckbox } from './item-checkbox.tsx'
import { type ItemProps, linkProps, markOf } from './item-props.ts'

const factsLine = 'flex items-center gap-1.5 whitespace-nowrap px-2 pb-2.5 sm:px-3'

/** An image in a grid. */
export function ImageTile(props: ItemProps) {
  const { image, isOpen, isUnsaved, isSelected, hasCheckbox, onSelect } = props
  const mark = markOf(image, isUnsaved)
  return (
    <li className="tile" data-chosen={isSelected || undefined} data-open={isOpen || undefined}>
      <a {...linkProps(props)}>
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
          {mark && <span className="tile-flag top text-accent">{mark}</span>}
        </span>
        <span dir="auto" className="block truncate border-line border-t px-2 pt-2 font-medium text-sm sm:px-3">
          {image.title}
        </span>
        <span className={`${factsLine} text-soft text-xs tabular-nums`}>
          <span className={`dot ${image.status}`} />
          {messages.statuses[image.status]}
          <span className="ml-auto">{messages.keywordCount(image.keywords.length)}</span>
        </span>
        {image.trust && image.status === 'pending' && (
          <span className="-mt-1 mx-2 mb-2.5 sm:mx-3 block text-soft text-xs">{trustReason(image.trust)}</span>
        )}
        {image.status === 'rejected' && (
          <span className="-mt-1 mx-2 mb-2.5 sm:mx-3 line-clamp-2 text-soft text-xs">
            {rejectionMessage(image.rejection?.reason ?? '')}
          </span>
        )}
      </a>
      {hasCheckbox && <ItemCheckbox {...{ image, isSelected, onSelect }} />}
    </li>
  )
}

/** The number of faults, or that nothing is transparent. */
function TransparencyFlag({ image }: { image: ManagedImage }) {
  const faults = openFaultsOf(image).length
  if (faults) return <span className="tile-flag text-bad">{findingMessages.faultCount(faults)}</span>
  return isOpaque(image) ? <span className="tile-flag text-bad">{messages.opaque}</span> : null
}
