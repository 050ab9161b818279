import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { StagePicture } from './stage-picture.tsx'
import { type DrawnHandler, ignoreDrawn } from './use-drawn.ts'
import { useView } from './use-zoom.ts'

interface StagePicturesProps {
  image: ManagedImage
  /** The image with the file that is decided about. */
  judged: ManagedImage
  onDrawn: DrawnHandler
}

/** The picture to be judged; where it is a new file, what is public beside it, zoomed and moved together. */
export function StagePictures({ image, judged, onDrawn }: StagePicturesProps) {
  const view = useView()
  if (judged === image) return <StagePicture image={image} view={view} onDrawn={onDrawn} />
  const { publicNow, newFile } = editMessages
  return (
    <div className="review-versions">
      <figure>
        <figcaption className="glass">{publicNow}</figcaption>
        <StagePicture image={image} alt={`${publicNow}: ${image.title}`} view={view} onDrawn={ignoreDrawn} isBeside />
      </figure>
      <figure>
        <figcaption className="glass">{newFile}</figcaption>
        <StagePicture image={judged} alt={`${newFile}: ${image.title}`} view={view} onDrawn={onDrawn} />
      </figure>
    </div>
  )
}
