import './stage-tools.css'
import type { RefObject } from 'react'
import type { PartialImage } from '../image-query.ts'
import { Loupe } from './loupe.tsx'
import { Neighbours } from './neighbours.tsx'
import { useDragOut, useIsAlphaShown, useOriginal, useOriginalInMatte } from './original.ts'
import { usePhotoBackdrop } from './photo-backdrop.ts'
import { messages } from './tool-messages.ts'

export { ColourActions } from './colour-actions.tsx'
export { setPhoto } from './photo-backdrop.ts'

interface StageToolsProps {
  stage: RefObject<HTMLDivElement | null>
  image: PartialImage
  isLoupeOpen: boolean
  onLoupeClose: () => void
}

/** What can be done on the stage beyond looking at it (requirements: #stage-tools). */
export function StageTools({ stage: { current }, image, isLoupeOpen, onLoupeClose }: StageToolsProps) {
  const stage = current!
  const isAlphaShown = useIsAlphaShown(stage)
  const original = useOriginal(image, isLoupeOpen || isAlphaShown)
  useOriginalInMatte(stage, original, isAlphaShown)
  usePhotoBackdrop(stage)
  useDragOut(stage, image)
  return (
    <>
      <p className="photo-note glass" role="status">
        {messages.photoShown}
      </p>
      <Neighbours stage={stage} slug={image.slug} />
      {isLoupeOpen && <Loupe key={image.id} stage={stage} image={image} original={original} onClose={onLoupeClose} />}
    </>
  )
}
