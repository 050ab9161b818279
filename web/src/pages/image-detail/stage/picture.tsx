import type { MouseEvent } from 'react'
import { placeholderColourRef, previewSources, previewUrl, smallClass } from '#image-card/image-src.ts'
import { SmallButton } from '#ui/button.tsx'
import { messages as shared } from '#ui/messages.ts'
import type { PartialImage } from '../image-query.ts'

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
        src={previewUrl(image, 640)}
        {...previewSources(1280, image, pictureSizes)}
        width={image.width}
        height={image.height}
        alt={image.title}
        fetchPriority="high"
      />
      <FailedImage />
    </>
  )
}

/** In place of an image on the stage that first-script.ts marked as failed; hidden otherwise (image-card.css). */
function FailedImage() {
  return (
    <div className="failed-image">
      <p>This image did not load.</p>
      <SmallButton className="mt-3" onClick={loadAgain} text={shared.tryAgain} />
    </div>
  )
}

function loadAgain({ currentTarget }: MouseEvent) {
  const image = currentTarget.closest('.stage')!.querySelector('img')!
  delete image.dataset.failed
  // Setting it, to the same address too, loads the image again.
  image.setAttribute('src', image.getAttribute('src')!)
}
