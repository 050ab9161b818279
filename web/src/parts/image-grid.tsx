import type { Card } from '@vitrine/contract/images'
import { pages } from '@vitrine/contract/pages'
import { glow } from './glow.ts'
import { dimensions, downloadHref, tile, variantsUpTo } from './picture.ts'
import { words } from './words.ts'

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
    <li className={`card ${tile(card)}`}>
      <a href={pages.image.href({ slug: card.slug })}>
        <img
          ref={glow(card.colour)}
          src={card.cloudflare_url}
          srcSet={variantsUpTo(640, card)}
          sizes={sizes}
          width={card.width}
          height={card.height}
          alt={card.title}
          loading={eager ? undefined : 'lazy'}
          fetchPriority={eager ? 'low' : undefined}
        />
        <span aria-hidden="true" data-size={dimensions(card)}>
          {card.title}
        </span>
      </a>
      <a className="get" href={downloadHref(card)} download>
        {words.download(card.title)}
      </a>
    </li>
  )
}

/** The picture itself takes three quarters of its tile; tiles follow the columns of look/pictures.css. */
const sizes = '(width >= 70rem) 224px, (width >= 40rem) 24vw, 36vw'

/** Where pictures will be. */
export function WaitingGrid({ tiles }: { tiles: number }) {
  return (
    <div className="grid-of-images" aria-hidden="true">
      {Array.from({ length: tiles }, (_, index) => (
        <div key={index} className="card waiting" />
      ))}
    </div>
  )
}
