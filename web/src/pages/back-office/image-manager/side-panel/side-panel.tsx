import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef } from 'react'
import type { ListedImage } from '#pages/back-office/image-manager/image-list-query.ts'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { formKeys, useKeymap } from '#ui/back-office/keys.ts'
import { messages } from '../messages.ts'
import { PanelFrame } from '../panel-frame.tsx'
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

  // The focused element may have been removed with the previous image.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another image is shown
  useEffect(() => {
    if (!focusStart() && image && document.activeElement === document.body) focusHeading()
  }, [image])

  const steps = [
    { label: messages.previous, by: -1, isEnd: index <= 0, Icon: ChevronLeft, key: 'ArrowLeft' },
    { label: messages.next, by: 1, isEnd: !next, Icon: ChevronRight, key: 'ArrowRight' },
  ] as const
  useKeymap('form', [
    { keys: ['ArrowLeft'], run: () => step(-1) },
    { keys: ['ArrowRight'], shown: '← →', does: messages.shortcuts.step, run: () => step(1) },
    { ...formKeys.close, run: () => panel.current!.close() },
  ])

  return (
    <PanelFrame
      panel={panel}
      headingId={id}
      head={
        <>
          <p className="flex-1 text-soft text-sm tabular-nums">
            {index >= 0 && messages.position(index + 1, images.length)}
          </p>
          {steps.map(({ label, by, isEnd, Icon, key }) => (
            <IconButton
              key={key}
              className="aria-disabled:opacity-40"
              {...{ label, Icon }}
              aria-disabled={isEnd}
              aria-keyshortcuts={key}
              onClick={() => step(by)}
            />
          ))}
        </>
      }
      onOpen={() => focusStart() || focusHeading()}
      onClose={onClose}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="sr-only">
        {isDeleted(image) ? image.title : messages.panel(image.title)}
      </h2>
      {isDeleted(image) ? (
        <DeletedImage image={image} onRestore={onRestore} />
      ) : (
        <ImageForm key={image.id} {...{ ...rest, image, next, startField }} onDiscarded={focusHeading} />
      )}
    </PanelFrame>
  )
}
