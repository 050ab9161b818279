import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type RefObject, useEffect, useRef } from 'react'
import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, isOpaque, previewSources, previewUrl } from '#image-card/image-src.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from './messages.ts'
import { type DrawnHandler, previewSizes, type StageImage, StagePicture } from './stage-picture.tsx'
import { useView } from './use-zoom.ts'

export interface ImageStageProps {
  image: StageImage | undefined
  /** The same image with the file that is decided about. */
  judged: StageImage | undefined
  /** The images to preload. */
  next: ManagedImage[]
  stage: RefObject<HTMLDivElement | null>
  /** In place of an image. */
  empty?: string | undefined
  isDrawn: boolean
  onDrawn: DrawnHandler
}

/** The current image as large as possible; the chosen backdrop stays for the next images. */
export function ImageStage({ image, judged, next, stage, empty, isDrawn, onDrawn }: ImageStageProps) {
  usePreload(next)
  return (
    <section
      ref={stage}
      aria-label="Picture"
      aria-busy={!isDrawn}
      className={`stage review-stage ${judged ? contrastClass(judged) : 'placeholder'}`}
    >
      {image && judged && (
        <StagePictures key={filesOf(image, judged)} image={image} judged={judged} onDrawn={onDrawn} />
      )}
      {!image && <p className="absolute inset-0 grid place-items-center text-soft">{empty ?? messages.loading}</p>}
      {judged && <StageFlag image={judged} />}
      <BackdropSwitch>
        <KeyHint name="B" />
      </BackdropSwitch>
    </section>
  )
}

/** Names the files that are shown, of which an image may get another while it is on the stage. */
const filesOf = (...images: StageImage[]) => images.map(({ cloudflare_id }) => cloudflare_id).join()

/** The worst fault, or that nothing is transparent. */
function StageFlag({ image }: { image: StageImage }) {
  const [worst] = openFaultsOf(image)
  if (!worst && !isOpaque(image)) return null
  return (
    <p className="review-flag glass">
      <TriangleAlert size={15} strokeWidth={2.25} />
      {worst ? findingLabel(worst.kind) : messages.opaque}
    </p>
  )
}

/** The picture to be judged; where it is a new file, what is public beside it, zoomed and moved together. */
function StagePictures({ image, judged, onDrawn }: { image: StageImage; judged: StageImage; onDrawn: DrawnHandler }) {
  const view = useView()
  if (judged === image) return <StagePicture image={image} view={view} onDrawn={onDrawn} />
  const { publicNow, newFile } = editMessages
  return (
    <div className="review-versions">
      <figure>
        <figcaption className="glass">{publicNow}</figcaption>
        <StagePicture image={image} alt={`${publicNow}: ${image.title}`} view={view} isBeside />
      </figure>
      <figure>
        <figcaption className="glass">{newFile}</figcaption>
        <StagePicture image={judged} alt={`${newFile}: ${image.title}`} view={view} onDrawn={onDrawn} />
      </figure>
    </div>
  )
}

/**
 * Fetches and decodes images before they are shown. They are held until the next ones are fetched: no cache stores a
 * pending image, but a document shows again what it still has.
 */
function usePreload(images: ManagedImage[]) {
  const held = useRef<HTMLImageElement[]>([])
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `images` is new in every render, `ids` is not
  useEffect(() => {
    held.current = images.flatMap(picturesOf).map((image) => {
      const preloaded = new Image()
      const { sizes = '', srcSet = '' } = previewSources(1280, image, previewSizes)
      preloaded.sizes = sizes
      preloaded.srcset = srcSet
      preloaded.src = previewUrl(image, 640)
      preloaded.decode().catch(() => {}) // the visible image loads it again
      return preloaded
    })
  }, [ids])
}

/** The picture of an image, and the new file that waits beside it. */
const picturesOf = (image: ManagedImage) => [image, ...(image.waiting_edit?.file ? [image.waiting_edit.file] : [])]
