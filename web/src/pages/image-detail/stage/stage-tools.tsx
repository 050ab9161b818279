import './stage-tools.css'
import Check from 'lucide-react/icons/check'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { setCustomBackdrop } from '#image-card/backdrop-switch.tsx'
import { downloadHref } from '#image-card/image-src.ts'
import { offerOriginal } from '#image-card/offer-original.ts'
import { controlDropdown } from '#ui/dropdown-controls.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useCopy } from '#ui/use-confirmation.ts'
import { useListener } from '#ui/use-listener.ts'
import type { PartialImage } from '../image-query.ts'
import { rememberBackdrop } from './backdrop-memory.ts'
import { Loupe, type OriginalState } from './loupe.tsx'
import { Neighbours } from './neighbours.tsx'

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
        Your photo stays on this device.
      </p>
      <Neighbours stage={stage} slug={image.slug} />
      {isLoupeOpen && <Loupe key={image.id} stage={stage} image={image} original={original} onClose={onLoupeClose} />}
    </>
  )
}

/** The decoded original; it is loaded where `isNeeded`, since it may be fifty times the size of a preview. */
function useOriginal(image: PartialImage, isNeeded: boolean): OriginalState {
  const [loaded, setLoaded] = useState<{ address: string; original: HTMLImageElement | 'failed' }>()
  const address = image.main_url
  useEffect(() => {
    if (!address || !isNeeded) return
    const original = new Image()
    original.src = address
    original.decode().then(
      () => setLoaded({ address, original }),
      () => setLoaded({ address, original: 'failed' }),
    )
  }, [address, isNeeded])
  return loaded && loaded.address === address ? loaded.original : 'loading'
}

/** Whether the stage shows the matte at the moment. */
function useIsAlphaShown(stage: HTMLElement): boolean {
  const [isShown, setShown] = useState(() => isAlphaChecked(stage))
  useListener('change', () => setShown(isAlphaChecked(stage)), stage)
  return isShown
}

const isAlphaChecked = (stage: HTMLElement) => stage.querySelector('[value="alpha"]:checked') !== null

/** Shows the matte from the original's pixels: previews are smaller, so their alpha is an average. */
function useOriginalInMatte(stage: HTMLElement, original: OriginalState, isAlphaShown: boolean) {
  useEffect(() => {
    const picture = stage.querySelector('img')
    if (!isAlphaShown || typeof original === 'string' || !picture) return
    picture.srcset = ''
    picture.src = original.src
  }, [stage, original, isAlphaShown])
}

function useDragOut(stage: HTMLElement, image: PartialImage) {
  const offer = ({ target, dataTransfer }: DragEvent) => {
    if (!(target instanceof HTMLImageElement) || !dataTransfer) return
    offerOriginal(dataTransfer, image.slug, new URL(downloadHref(image), location.href).href)
  }
  useListener('dragstart', offer, stage)
}

const notCopied = 'The browser did not let us copy. Please use its own menu.'

/** Copies a colour of the picture, or puts it behind the picture. */
export function ColourActions({ hex }: { hex: string }) {
  const copyButton = useRef<HTMLButtonElement>(null)
  const [isCopied, copy] = useCopy(hex, () => toast('error', notCopied))
  useEffect(() => {
    const controls = new AbortController()
    controlDropdown(copyButton.current!.closest('details')!, controls.signal)
    return () => controls.abort()
  }, [])

  const useAsBackdrop = () => {
    setCustomBackdrop(document.querySelector<HTMLElement>('.stage')!, hex)
    rememberBackdrop(hex)
  }
  return (
    <>
      <button ref={copyButton} type="button" aria-live="polite" data-copied={isCopied || undefined} onClick={copy}>
        {isCopied ? 'Copied' : `Copy ${hex}`}
        {isCopied && <Check size={16} />}
      </button>
      <button type="button" onClick={useAsBackdrop}>
        Use as background
      </button>
    </>
  )
}

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
    return toast('error', 'This file is not a picture that your browser can show.')
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
function usePhotoBackdrop(stage: HTMLElement) {
  const isOwn = useRef(false)
  useEffect(() => {
    if (photo && isShown) showPhoto(stage)
    return () => {
      isShown = photoRadio(stage).checked
    }
  }, [stage])
  const take = (event: Event, transfer: DataTransfer | null) => {
    const file = [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    void setPhoto(stage, file)
  }
  useListener('paste', (event) => {
    // In a field, and where a spreadsheet pastes text and its picture, text is meant.
    const isText = event.clipboardData?.types.includes('text/plain')
    if (!isText && !(event.target as Element).closest('input, textarea')) take(event, event.clipboardData)
  })
  // What is dragged from the stage itself is not dropped on it.
  const setOwn = ({ type }: Event) => {
    isOwn.current = type === 'dragstart'
  }
  useListener('dragstart', setOwn, stage)
  useListener('dragend', setOwn, stage)
  useListener('drop', (event) => isOwn.current || take(event, event.dataTransfer), stage)
  useListener('dragover', keepPage)
  useListener('drop', keepPage)
}

/** A file that is dropped beside the stage does not take the page's place. */
function keepPage(event: DragEvent) {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
}
