import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { contrastClass, placeholderColourRef, previewSrcSet } from '#image-card/image-src.ts'

/** An image, or a new file that waits beside it. */
export function PanelPicture({ picture, alt }: { picture: ManagedImage | WaitingFile; alt: string }) {
  return (
    <div className={`panel-picture checkerboard ${contrastClass(picture)}`}>
      <img
        ref={placeholderColourRef(picture.colour)}
        src={picture.cloudflare_url}
        srcSet={previewSrcSet(1280, picture)}
        sizes="360px"
        width={picture.width}
        height={picture.height}
        alt={alt}
      />
    </div>
  )
}
