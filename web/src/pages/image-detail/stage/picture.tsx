import { variantSrcSet, variantUrl } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import type { PartialImage } from '../image-query.ts'

/** The width of the picture on the stage, for `sizes`. */
export const pictureSizes = '(width >= 64rem) 560px, 84vw'

/** The image on the stage. */
export function Picture({ image }: { image: PartialImage }) {
  return (
    <img
      key={image.id}
      ref={placeholderColourRef(image.colour)}
      src={variantUrl(image, 640)}
      srcSet={variantSrcSet(1280, image)}
      sizes={pictureSizes}
      width={image.width}
      height={image.height}
      alt={image.title}
      fetchPriority="high"
    />
  )
}
