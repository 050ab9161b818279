import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, variantSrcSet, variantUrl } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import type { PartialImage } from './image-query.ts'

/** The image on a selectable backdrop. */
export function Stage({ image }: { image: PartialImage | undefined }) {
  return (
    <div className={`stage aspect-square max-h-[min(640px,80vh)] w-full min-w-0 ${image ? contrastClass(image) : ''}`}>
      {image && (
        <img
          key={image.id}
          ref={placeholderColourRef(image.colour)}
          className="absolute inset-0 size-full object-contain px-[8%] pt-[7%] pb-[max(8%,58px)]"
          src={variantUrl(image, 640)}
          srcSet={variantSrcSet(1280, image)}
          sizes="(width >= 64rem) 560px, 84vw"
          width={image.width}
          height={image.height}
          alt={image.title}
          fetchPriority="high"
        />
      )}
      <BackdropSwitch />
    </div>
  )
}
