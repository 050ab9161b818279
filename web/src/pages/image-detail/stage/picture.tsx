import { smallClass, variantSrcSet, variantUrl } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import type { PartialImage } from '../image-query.ts'
import { FailedImage } from './failed-image.tsx'

/** The width of the picture on the stage, for `sizes`. */
export const pictureSizes = '(width >= 64rem) 560px, 84vw'

/** Pixels: the largest image on the stage. */
const maxBox = 540

/** The image on the stage, and what stands in its place when it cannot be loaded. */
export function Picture({ image }: { image: PartialImage }) {
  return (
    <>
      <img
        key={image.id}
        ref={placeholderColourRef(image.colour)}
        className={smallClass(image, maxBox)}
        src={variantUrl(image, 640)}
        srcSet={variantSrcSet(1280, image)}
        sizes={pictureSizes}
        width={image.width}
        height={image.height}
        alt={image.title}
        fetchPriority="high"
      />
      <FailedImage />
    </>
  )
}
