import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import { contrastClass, downloadHref, formatDimensions, variantSrcSet } from './image-src.ts'
import { messages } from './messages.ts'
import { placeholderColourRef } from './placeholder-colour.ts'

/**
 * Pictures as tiles: 2, 3 or 4 in a row. `first` pictures are on the first screen and are asked for at once,
 * yet after style and type: the heading is what is largest, and on a slow line it came 0.4 s later beside them.
 */
export function ImageGrid({ images, first = 0 }: { images: Card[]; first?: number }) {
  return (
    <ul className="grid-of-images">
      {images.map((card, index) => (
        <ImageCard key={card.id} card={card} eager={index < first} />
      ))}
    </ul>
  )
}

// A hundred of these make a page, so each is five elements with short names; look/pictures.css draws the rest.
function ImageCard({ card, eager }: { card: Card; eager: boolean }) {
  return (
    <li className={`card ${contrastClass(card)}`}>
      <a href={pages.image.href({ slug: card.slug })}>
        <img
          ref={placeholderColourRef(card.colour)}
          src={card.cloudflare_url}
          srcSet={variantSrcSet(640, card)}
          sizes={sizes}
          width={card.width}
          height={card.height}
          alt={card.title}
          loading={eager ? undefined : 'lazy'}
          fetchPriority={eager ? 'low' : undefined}
        />
        <span aria-hidden="true" data-size={formatDimensions(card)}>
          {card.title}
        </span>
      </a>
      <a className="download" href={downloadHref(card)} download>
        {messages.download(card.title)}
      </a>
    </li>
  )
}

/** The picture itself takes three quarters of its tile; tiles follow the columns of look/pictures.css. */
const sizes = '(width >= 70rem) 224px, (width >= 40rem) 24vw, 36vw'

/** Where pictures will be. */
export function PlaceholderGrid({ tiles }: { tiles: number }) {
  return (
    <div className="grid-of-images" aria-hidden="true">
      {Array.from({ length: tiles }, (_, index) => (
        <div key={index} className="card placeholder" />
      ))}
    </div>
  )
}
