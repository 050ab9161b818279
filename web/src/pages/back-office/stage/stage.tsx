import './stage.css'
import './image-stage.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { useKeymap } from '#ui/back-office/keys.ts'
import { ImageStage, type ImageStageProps } from './image-stage.tsx'
import { messages } from './messages.ts'
import { zoomKeys } from './stage-picture.tsx'

interface StageProps extends Omit<ImageStageProps, 'stage'> {
  /** What is known of the picture, and what can be decided about it. */
  facts: ReactNode
  actions: ReactNode
  /** Unsaved words must not be left by a key. */
  areKeysResting?: boolean
  move: (step: 1 | -1) => void
}

/** One picture as large as possible, with what is known of it beside and what can be decided below. */
export function Stage({ facts, actions, areKeysResting, move, ...props }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const aside = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls back to the top when another image is shown
  useEffect(() => {
    aside.current?.scrollTo(0, 0)
    if (stage.current && stage.current.getBoundingClientRect().top < 64) scrollTo(0, 0)
  }, [props.image?.cloudflare_id])
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
  useKeymap('stage', areKeysResting ? [] : keys)
  return (
    <>
      <ImageStage {...props} stage={stage} />
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
