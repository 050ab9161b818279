import { glow } from '../../parts/glow.ts'
import { Grounds } from '../../parts/grounds.tsx'
import { tile, variant, variantsUpTo } from '../../parts/picture.ts'
import type { Shown } from './one-image.ts'

/** The picture on its ground. */
export function Stage({ image }: { image: Shown | undefined }) {
  return (
    <div className={`stage aspect-square max-h-[min(640px,80vh)] w-full min-w-0 ${image ? tile(image) : ''}`}>
      {image && (
        <img
          key={image.id}
          ref={glow(image.colour)}
          className="absolute inset-0 size-full object-contain px-[8%] pt-[7%] pb-[max(8%,58px)]"
          src={variant(image, 640)}
          srcSet={variantsUpTo(1280, image)}
          sizes="(width >= 64rem) 560px, 84vw"
          width={image.width}
          height={image.height}
          alt={image.title}
          fetchPriority="high"
        />
      )}
      <Grounds />
    </div>
  )
}
