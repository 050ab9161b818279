import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type RefObject, useEffect, useRef } from 'react'
import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, variantSrcSet, variantUrl } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import { isOpaque } from '#image-card/transparency.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { messages as shared } from '#ui/messages.ts'
import { messages } from '../messages.ts'
import { KeyHint } from '../shortcuts/key-hint.tsx'
import { useDrawn } from './use-drawn.ts'

const sizes = '(width >= 64rem) 60vw, 100vw'

interface ImageStageProps {
  image: ManagedImage | undefined
  /** The images to preload. */
  next: ManagedImage[]
  stage: RefObject<HTMLDivElement | null>
  isDrawn: boolean
  onDrawn: (id: number | null) => void
}

/** The current image as large as possible; the chosen backdrop is kept for the next images. */
export function ImageStage({ image, next, stage, isDrawn, onDrawn }: ImageStageProps) {
  const picture = useRef<HTMLImageElement>(null)
  const { hasFailed, tryAgain, ...loading } = useDrawn(picture, image?.id, onDrawn)
  usePreload(next)
  return (
    <section
      ref={stage}
      aria-label={messages.stage}
      aria-busy={!isDrawn}
      className={`stage review-stage ${image ? contrastClass(image) : 'placeholder'}`}
    >
      {image && !hasFailed && (
        <img
          key={image.id}
          ref={(element) => {
            picture.current = element
            placeholderColourRef(image.colour)(element)
          }}
          {...loading}
          className="absolute inset-0 size-full object-contain p-[4%] max-lg:pt-16"
          src={variantUrl(image, 640)}
          srcSet={variantSrcSet(1280, image)}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={image.title}
          decoding="sync"
          fetchPriority="high"
        />
      )}
      {image && hasFailed && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-soft">
          <p role="alert">{messages.pictureFailed}</p>
          <button type="button" className="button" onClick={tryAgain}>
            {shared.tryAgain}
          </button>
        </div>
      )}
      {!image && <p className="absolute inset-0 grid place-items-center text-soft">{messages.loading}</p>}
      {image && <StageFlag image={image} />}
      <BackdropSwitch>
        <KeyHint name="B" />
      </BackdropSwitch>
    </section>
  )
}

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

/**
 * Fetches and decodes images before they are shown. They are held until the next ones are fetched: no cache stores a
 * pending image, but a document shows again what it still has.
 */
function usePreload(images: ManagedImage[]) {
  const held = useRef<HTMLImageElement[]>([])
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `images` is new in every render, `ids` is not
  useEffect(() => {
    held.current = images.map((image) => {
      const preloaded = new Image()
      preloaded.sizes = sizes
      preloaded.srcset = variantSrcSet(1280, image)
      preloaded.src = variantUrl(image, 640)
      preloaded.decode().catch(() => {}) // the visible image loads it again
      return preloaded
    })
  }, [ids])
}
