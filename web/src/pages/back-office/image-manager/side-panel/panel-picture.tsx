import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { contrastClass, placeholderColourRef, previewSources } from '#image-card/image-src.ts'
import { MarksOnPicture } from '#ui/back-office/findings/marks-on-picture.tsx'

export function PanelPicture({ picture, alt }: { picture: ManagedImage | WaitingFile; alt: string }) {
  return (
    <div className={`panel-picture checkerboard ${contrastClass(picture)}`}>
      <img
        ref={placeholderColourRef(picture.colour)}
        src={picture.cloudflare_url}
        {...previewSources(1280, picture, '360px')}
        width={picture.width}
        height={picture.height}
        alt={alt}
      />
      <MarksOnPicture image={picture} />
    </div>
  )
}
