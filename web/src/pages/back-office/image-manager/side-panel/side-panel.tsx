import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef } from 'react'
import { useUser } from '#api/back-office.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { formKeys, useKeymap } from '#ui/back-office/keys.ts'
import { SmallButton } from '#ui/button.tsx'
import { type DeletedFacts, deletedText, endText, isDeleted, type ListedImage, maySelect } from '../image-list-query.ts'
import { PanelFrame } from '../panel-frame.tsx'
import { ImageForm, type ImageFormProps } from './image-form.tsx'
import { ContributorDetails, PanelPicture } from './panel-details.tsx'

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
    { label: 'Previous image', by: -1, isEnd: index <= 0, Icon: ChevronLeft, key: 'ArrowLeft' },
    { label: 'Next image', by: 1, isEnd: !next, Icon: ChevronRight, key: 'ArrowRight' },
  ] as const
  useKeymap('form', [
    { keys: ['ArrowLeft'], run: () => step(-1) },
    { keys: ['ArrowRight'], shown: '← →', does: 'The image before or after', run: () => step(1) },
    { ...formKeys.close, run: () => panel.current!.close() },
  ])

  return (
    <PanelFrame
      panel={panel}
      headingId={id}
      head={
        <>
          <p className="flex-1 text-soft text-sm tabular-nums">
            {index >= 0 && `${index + 1} of ${images.length} on this page`}
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
        {isDeleted(image) ? image.title : `Edit ${image.title}`}
      </h2>
      {isDeleted(image) ? (
        <DeletedImage image={image} onRestore={onRestore} />
      ) : (
        <ImageForm key={image.id} {...{ ...rest, image, next, startField }} onDiscarded={focusHeading} />
      )}
    </PanelFrame>
  )
}

/** An image of the trash: who deleted it, how long it stays, and the way back (requirements: #trash). */
function DeletedImage({ image, onRestore }: { image: ListedImage & DeletedFacts; onRestore: () => void }) {
  const mayRestore = maySelect(image, useUser())
  return (
    <>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        <PanelPicture picture={image} alt={image.title} />
        <p dir="auto" className="wrap-anywhere font-semibold">
          {image.title}
        </p>
        <p className="text-soft text-sm">
          {deletedText(image, mayRestore)} · <DateTimeText at={image.deleted_at} />
          <br />
          {endText(image)}
        </p>
        <ContributorDetails image={image} />
      </div>
      {mayRestore && (
        <footer className="grid border-line border-t px-5 py-3">
          <SmallButton className="main" onClick={onRestore} text="Restore" />
        </footer>
      )}
    </>
  )
}
