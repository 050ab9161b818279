import { useQuery } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { highlightsQuery } from './highlights-query.ts'
import { variantUrl } from './image-src.ts'

/** A row of pictures of the day, on pages that have no images of their own; nothing in a library without any. */
export function PicturesOfTheDay() {
  const { send } = useAppContext()
  const { data } = useQuery(highlightsQuery(send))
  // Known at once or never: a row that left while the page is read would move what is below it.
  const [isEmpty] = useState(data?.images.length === 0)
  if (isEmpty) return null
  return <CutOuts className="picture-row" images={data?.images} />
}

/**
 * Pictures of the library, laid out by the class. They are decoration for a screen reader and no tab stops, because the
 * grid has the same images; of low priority, because the heading is the largest contentful paint.
 */
export function CutOuts({ images, className }: { images: Card[] | undefined; className: string }) {
  return (
    <div className={className} aria-hidden="true">
      {images?.map((image) => (
        <a key={image.id} href={pages.image.href({ slug: image.slug })} tabIndex={-1}>
          <img
            src={variantUrl(image, 320)}
            width={image.width}
            height={image.height}
            alt=""
            fetchPriority="low"
            decoding="async"
          />
        </a>
      ))}
    </div>
  )
}
