import { placeholderColourRef } from '../../parts/glow.ts'
import { BackdropSwitch } from '../../parts/grounds.tsx'
import { contrastClass, variantSrcSet, variantUrl } from '../../parts/picture.ts'
import type { PartialImage } from './one-image.ts'

/** The picture on its ground. */
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
