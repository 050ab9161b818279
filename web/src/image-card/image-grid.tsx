import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import type { DragEvent } from 'react'
import {
  contrastClass,
  downloadHref,
  formatDimensions,
  placeholderColourRef,
  previewSources,
  type SizesIn,
  smallClass,
} from './image-src.ts'
import { offerOriginal } from './offer-original.ts'

/**
 * Images in two to six columns; arrow keys walk from card to card. The first `first` images are on the first screen and
 * are not lazy, yet have low fetch priority: the heading is the largest contentful paint, and without it appeared 0.4 s
 * later on a slow line.
 */
export function ImageGrid({ images, first = 0 }: { images: Card[]; first?: number }) {
  return (
    <ul className="grid-of-images" onFocus={listenToKeys} onDragStart={onDragStart}>
      {images.map((card, index) => (
        <ImageCard key={card.id} card={card} eager={index < first} />
      ))}
    </ul>
  )
}

async function listenToKeys() {
  await import('./grid-keys.ts').catch(() => {}) // the Tab key leads to each card too
}

/** A picture that is dragged out of the page is the original with its name, not the address of its page. */
function onDragStart({ target, dataTransfer }: DragEvent) {
  const card = (target as Element).closest('.card')
  const [page, download] = card?.querySelectorAll('a') ?? []
  if (page && download) offerOriginal(dataTransfer, page.pathname.split('/').at(-2)!, download.href)
}

// A page has a hundred of these, so each is five elements; image-card.css does the rest.
function ImageCard({ card, eager }: { card: Card; eager: boolean }) {
  return (
    <li className="card">
      <a href={pages.image.href({ slug: card.slug })} className={contrastClass(card) || undefined}>
        <img
          ref={placeholderColourRef(card.colour)}
          className={smallClass(card, maxCardBox)}
          src={card.cloudflare_url}
          {...previewSources(640, card, sizesOf(card))}
          data-fit={card.visible_fit}
          width={card.width}
          height={card.height}
          alt={card.title}
          loading={eager ? undefined : 'lazy'}
          fetchPriority={eager ? 'low' : undefined}
        />
        <span aria-hidden="true" dir="auto" data-size={formatDimensions(card)}>
          {card.title}
        </span>
      </a>
      <a className="download" href={downloadHref(card)} download>
        {`Download ${card.title}`}
      </a>
    </li>
  )
}

/** The image takes three quarters of its card; the widths follow the columns of image-card.css. */
function sizesOf({ visible_fit }: Card): SizesIn {
  const zoom = Number.parseFloat(visible_fit || '1')
  return (widthIn) =>
    `(width >= 70rem) ${widthIn(224 * zoom)}px, (width >= 40rem) ${widthIn(24 * zoom)}vw, ${widthIn(36 * zoom)}vw`
}

/** Pixels: the largest image on a card, in three columns. */
const maxCardBox = 256

/** A grid under a heading of its own; nothing without images. */
export function TitledGrid({ id, title, className, images }: TitledGridProps) {
  if (!images?.length) return null
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="heading mb-4">
        {title}
      </h2>
      <ImageGrid images={images} />
    </section>
  )
}

type TitledGridProps = Record<'id' | 'title' | 'className', string> & { images: Card[] | undefined }

export function PlaceholderGrid({ tiles }: { tiles: number }) {
  return (
    <div className="grid-of-images" aria-hidden="true">
      {Array.from({ length: tiles }, (_, index) => (
        <div key={index} className="card placeholder">
          <div />
        </div>
      ))}
    </div>
  )
}
