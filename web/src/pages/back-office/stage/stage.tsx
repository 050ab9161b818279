import './stage.css'
import './image-stage.css'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useRef } from 'react'
import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, isOpaque, previewSources, previewUrl } from '#image-card/image-src.ts'
import { openFaultsOf } from '#ui/back-office/findings/open-findings.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { useKeymap } from '#ui/back-office/keys.ts'
import { messages as shared } from '#ui/back-office/messages.ts'
import { messages } from './messages.ts'
import { type DrawnHandler, previewSizes, type StageImage, StagePicture, zoomKeys } from './stage-picture.tsx'
import { useView } from './use-zoom.ts'

interface StageProps {
  image: StageImage | undefined
  /** The same image with the file that is decided about. */
  judged: StageImage | undefined
  /** The images to preload. */
  next: ManagedImage[]
  /** In place of an image. */
  empty?: string | undefined
  isDrawn: boolean
  onDrawn: DrawnHandler
  /** What is known of the picture, and what can be decided about it. */
  facts: ReactNode
  actions: ReactNode
  /** Unsaved words must not be left by a key. */
  areKeysResting?: boolean
  move: (step: 1 | -1) => void
}

/** One picture as large as possible, with what is known of it beside and what can be decided below. */
export function Stage({ image, judged, next, empty, facts, actions, move, ...props }: StageProps) {
  usePreload(next)
  const stage = useRef<HTMLDivElement>(null)
  const aside = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls back to the top when another image is shown
  useEffect(() => {
    aside.current?.scrollTo(0, 0)
    if (stage.current && stage.current.getBoundingClientRect().top < 64) scrollTo(0, 0)
  }, [image?.cloudflare_id])
  const press = (key: string) => () =>
    stage.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
  const keys = [
    { keys: ['ArrowLeft'], run: () => move(-1) },
    { keys: ['ArrowRight'], shown: '← →', does: 'The image before or after', run: () => move(1) },
    { keys: ['b'], does: 'Another background', run: () => showNextBackdrop(stage.current) },
    { keys: ['f'], does: 'Fit or 100 %', run: press(zoomKeys.toggle) },
    { keys: ['+', '='], shown: '+ −', does: messages.zoomKeys, run: press(zoomKeys.in) },
    { keys: ['-'], run: press(zoomKeys.out) },
  ]
  useKeymap('stage', props.areKeysResting ? [] : keys)
  return (
    <>
      <section
        ref={stage}
        aria-label="Picture"
        aria-busy={!props.isDrawn}
        className={`stage review-stage ${judged ? contrastClass(judged) : 'placeholder'}`}
      >
        {image && judged && (
          <StagePictures
            // An image may get another file while it is on the stage.
            key={`${image.cloudflare_id} ${judged.cloudflare_id}`}
            {...{ image, judged }}
            onDrawn={props.onDrawn}
          />
        )}
        {!image && <p className="absolute inset-0 grid place-items-center text-soft">{empty ?? messages.loading}</p>}
        {judged && <StageFlag image={judged} />}
        <BackdropSwitch>
          <KeyHint name="B" />
        </BackdropSwitch>
      </section>
      <aside ref={aside} className="review-facts">
        {facts}
      </aside>
      {actions && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are actions
        <div role="group" aria-label="Decide" className="review-actions glass">
          {actions}
        </div>
      )}
    </>
  )
}

/** Selects the next radio button of the stage's BackdropSwitch, the first one after the last. */
function showNextBackdrop(stage: HTMLElement | null) {
  const backdrops = stage?.querySelectorAll<HTMLInputElement>('[name="backdrop"]:not([value="custom"])') ?? []
  const index = [...backdrops].findIndex(({ checked }) => checked)
  const next = backdrops[(index + 1) % backdrops.length]
  if (next) next.checked = true
}

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
  const { publicNow, newFile } = shared
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

/** Decodes images before they are shown, and holds them for that long: no cache stores a pending image. */
function usePreload(images: ManagedImage[]) {
  const held = useRef<HTMLImageElement[]>([])
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `images` is new in every render, `ids` is not
  useEffect(() => {
    held.current = images.flatMap(picturesOf).map((image) => {
      const preloaded = new Image()
      const { sizes = '', srcSet = '' } = previewSources(1280, image, previewSizes) ?? {}
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
