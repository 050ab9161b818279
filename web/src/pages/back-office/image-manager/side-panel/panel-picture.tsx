import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { contrastClass, variantSrcSet } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'

/** An image, or a new file that waits beside it. */
export function PanelPicture({ picture, alt }: { picture: ManagedImage | WaitingFile; alt: string }) {
  return (
    <div className={`panel-picture checkerboard ${contrastClass(picture)}`}>
      <img
        ref={placeholderColourRef(picture.colour)}
        src={picture.cloudflare_url}
        srcSet={variantSrcSet(1280, picture)}
        sizes="360px"
        width={picture.width}
        height={picture.height}
        alt={alt}
      />
    </div>
  )
}
