import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { RefObject } from 'react'
import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, isOpaque } from '#image-card/image-src.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { messages } from '../messages.ts'
import { usePreload } from './preload.ts'
import { StagePictures } from './stage-pictures.tsx'
import type { DrawnHandler } from './use-drawn.ts'

interface ImageStageProps {
  image: ManagedImage | undefined
  /** The same image with the file that is decided about. */
  judged: ManagedImage | undefined
  /** The images to preload. */
  next: ManagedImage[]
  stage: RefObject<HTMLDivElement | null>
  isDrawn: boolean
  onDrawn: DrawnHandler
}

/** The current image as large as possible; the chosen backdrop stays for the next images. */
export function ImageStage({ image, judged, next, stage, isDrawn, onDrawn }: ImageStageProps) {
  usePreload(next)
  return (
    <section
      ref={stage}
      aria-label={messages.stage}
      aria-busy={!isDrawn}
      className={`stage review-stage ${judged ? contrastClass(judged) : 'placeholder'}`}
    >
      {image && judged && (
        <StagePictures key={filesOf(image, judged)} image={image} judged={judged} onDrawn={onDrawn} />
      )}
      {!image && <p className="absolute inset-0 grid place-items-center text-soft">{messages.loading}</p>}
      {judged && <StageFlag image={judged} />}
      <BackdropSwitch>
        <KeyHint name="B" />
      </BackdropSwitch>
    </section>
  )
}

/** Names the files that are shown, of which an image may get another while it is on the stage. */
const filesOf = (...images: ManagedImage[]) => images.map(({ cloudflare_id }) => cloudflare_id).join()

/** The worst fault, or that nothing is transparent. */
function StageFlag({ image }: { image: ManagedImage }) {
  const [worst] = openFaultsOf(image)
  if (!worst && !isOpaque(image)) return null
  return (
    <p className="review-flag glass">
      <TriangleAlert aria-hidden="true" size={15} strokeWidth={2.25} />
      {worst ? findingLabel(worst.kind) : messages.opaque}
    </p>
  )
}
