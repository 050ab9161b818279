import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import { previewUrl } from './image-src.ts'

/**
 * Pictures of the library, laid out by the class. They are decoration for a screen reader and no tab stops, because the
 * grid has the same images; of low priority, because it is seen first, and not loaded where the screen has no place.
 */
export function CutOuts({ images, className }: { images: Card[] | undefined; className: string }) {
  return (
    <div className={className} aria-hidden="true">
      {images?.map((image) => (
        <a key={image.id} href={pages.image.href({ slug: image.slug })} tabIndex={-1}>
          <img
            src={previewUrl(image, 320)}
            data-fit={image.visible_fit}
            width={image.width}
            height={image.height}
            alt=""
            loading="lazy"
            fetchPriority="low"
            decoding="async"
          />
        </a>
      ))}
    </div>
  )
}
