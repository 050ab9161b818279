import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import type { ListedImage } from '#pages/back-office/image-manager/image-list-query.ts'
import { formKeys, useKeymap } from '#ui/back-office/keys.ts'
import { messages } from '../messages.ts'
import { isDeleted } from '../trash-texts.ts'
import { DeletedImage } from './deleted-image.tsx'
import { ImageForm, type ImageFormProps } from './image-form.tsx'

interface SidePanelProps extends Omit<ImageFormProps, 'next' | 'image' | 'onDiscarded'> {
  image: ListedImage
  /** The images of the page, which the panel steps through. */
  images: ListedImage[]
  onRestore: () => void
  onClose: () => void
}

/** The editor of one image: next to the usable list on wide screens, over it on small ones. */
export function SidePanel({ images, image, startField, onClose, onRestore, ...rest }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const index = images.indexOf(image)
  const next = index < 0 ? undefined : images[index + 1]

  // A ref, since keys may be pressed faster than React renders.
  const currentId = useRef(image.id)
  useEffect(() => {
    currentId.current = image.id
  }, [image.id])
  const step = (by: 1 | -1) => {
    const at = images.findIndex(({ id }) => id === currentId.current)
    const to = at < 0 ? undefined : images[at + by]
    if (!to) return
    currentId.current = to.id
    rest.editor.show(to)
  }

  // The heading is no field, so the arrow keys still step through the images.
  const focusHeading = () => heading.current!.focus({ preventScroll: true })
  const focusStart = () => {
    const field = panel.current!.querySelector(`[data-field="${startField.current}"]`)
    startField.current = null
    // The button that adds a keyword opens its field.
    const control = field?.querySelector<HTMLElement>(':is(input, textarea, select), li:last-child > button')
    if (!control) return false
    control.focus()
    if (control.localName === 'button') control.click()
    return true
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the dialog once
  useEffect(() => {
    panel.current!.show()
    if (!focusStart()) focusHeading()
  }, [])
  // The focused element may have been removed with the previous image.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another image is shown
  useEffect(() => {
    if (!focusStart() && image && document.activeElement === document.body) focusHeading()
  }, [image])

  const close = () => panel.current!.close()
  const closing = { ...formKeys.close, run: close }
  useKeymap('form', [closing], panel)
  useKeymap('form', [
    { keys: ['ArrowLeft'], run: () => step(-1) },
    { keys: ['ArrowRight'], shown: '← →', does: messages.shortcuts.step, run: () => step(1) },
    closing,
  ])

  return (
    <dialog
      ref={panel}
      className="side-panel"
      aria-labelledby={id}
      // React passes the event of a dialog in the panel on to the panel.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      <header className="flex items-center gap-1 border-line border-b px-3 py-1.5">
        <p className="flex-1 pl-2 text-soft text-sm tabular-nums">
          {index >= 0 && messages.position(index + 1, images.length)}
        </p>
        <StepButton
          label={messages.previous}
          isEnd={index <= 0}
          onClick={() => step(-1)}
          Icon={ChevronLeft}
          keys="ArrowLeft"
        />
        <StepButton label={messages.next} isEnd={!next} onClick={() => step(1)} Icon={ChevronRight} keys="ArrowRight" />
        <button type="button" className="icon-button" aria-label={messages.close} onClick={close}>
          <X aria-hidden="true" size={20} />
        </button>
      </header>
      <h2 id={id} ref={heading} tabIndex={-1} className="sr-only">
        {isDeleted(image) ? image.title : messages.panel(image.title)}
      </h2>
      {isDeleted(image) ? (
        <DeletedImage image={image} onRestore={onRestore} />
      ) : (
        <ImageForm key={image.id} {...{ ...rest, image, next, startField }} onDiscarded={focusHeading} />
      )}
    </dialog>
  )
}

interface StepButtonProps {
  label: string
  /** There is no further image on this page. */
  isEnd: boolean
  onClick: () => void
  Icon: typeof ChevronLeft
  keys: string
}

function StepButton({ label, isEnd, onClick, Icon, keys }: StepButtonProps) {
  return (
    <button
      type="button"
      className="icon-button aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={isEnd}
      aria-keyshortcuts={keys}
      onClick={onClick}
    >
      <Icon aria-hidden="true" size={20} />
    </button>
  )
}
