import { useEffect } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './tool-messages.ts'

/** The last photo of this tab, as an object URL: it is read from the device's memory and sent nowhere. */
let photo: string | undefined

/** Whether the last stage showed it, so that the next one does too. */
let isShown = false

/** Shows a file of the person's own behind the picture. */
export async function setPhoto(stage: HTMLElement, file: Blob) {
  const next = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = next
    await image.decode()
  } catch {
    URL.revokeObjectURL(next)
    return toast('error', messages.photoFailed)
  }
  if (photo) URL.revokeObjectURL(photo)
  photo = next
  showPhoto(stage)
}

function showPhoto(stage: HTMLElement) {
  stage.style.setProperty('--photo', `url("${photo}")`)
  photoRadio(stage).checked = true
}

const photoRadio = (stage: HTMLElement) => stage.querySelector<HTMLInputElement>('[name="backdrop"][value="photo"]')!

/** Takes photos that are dropped on the stage or pasted, and keeps the photo for the stage of the next image page. */
export function usePhotoBackdrop(stage: HTMLElement) {
  useEffect(() => {
    if (photo && isShown) showPhoto(stage)
    const take = (event: Event, transfer: DataTransfer | null) => {
      const file = [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      void setPhoto(stage, file)
    }
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer)
    const removeDropTarget = dropTarget(stage, onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      isShown = photoRadio(stage).checked
      document.removeEventListener('paste', onPaste)
      removeDropTarget()
    }
  }, [stage])
}

/** Lets files be dropped on an element, but not what was dragged from the element itself. */
function dropTarget(element: HTMLElement, onDrop: (event: DragEvent) => void) {
  let isOwn = false
  const listeners = {
    dragstart: () => {
      isOwn = true
    },
    dragend: () => {
      isOwn = false
    },
    dragover: (event: DragEvent) => {
      if (!isOwn && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    },
    drop: (event: DragEvent) => {
      if (!isOwn) onDrop(event)
    },
  }
  const entries = Object.entries(listeners) as ['drop', (event: DragEvent) => void][]
  for (const [type, listener] of entries) element.addEventListener(type, listener)
  return () => {
    for (const [type, listener] of entries) element.removeEventListener(type, listener)
  }
}
