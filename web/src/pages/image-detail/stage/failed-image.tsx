import type { MouseEvent } from 'react'
import { messages as shared } from '#ui/messages.ts'
import { messages } from './messages.ts'

/** In place of an image on the stage that first-script.ts marked as failed; hidden otherwise (image-card.css). */
export function FailedImage() {
  return (
    <div className="failed-image">
      <p>{messages.failed}</p>
      <button type="button" className="button small mt-3" onClick={loadAgain}>
        {shared.tryAgain}
      </button>
    </div>
  )
}

function loadAgain({ currentTarget }: MouseEvent) {
  const image = currentTarget.closest('.stage')!.querySelector('img')!
  delete image.dataset.failed
  // Setting it, to the same address too, loads the image again.
  image.setAttribute('src', image.getAttribute('src')!)
}
