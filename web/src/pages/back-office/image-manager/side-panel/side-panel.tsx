import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { contrastClass, formatDimensions, variantSrcSet } from '#image-card/image-src.ts'
import { placeholderColourRef } from '#image-card/placeholder-colour.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from '../messages.ts'
import { type Draft, fieldsOf, type ImageFields } from '../model/drafts.ts'
import { type FieldErrors, validateFields } from '../model/edit-request.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { DecisionHistory } from './decision-history.tsx'
import { ContributorDetails, ReviewStatus } from './panel-details.tsx'
import { PanelFields } from './panel-fields.tsx'
import { StatusFields } from './status-fields.tsx'

interface SidePanelProps {
  user: SignedInUser
  /** The images of the page, through which one may walk. */
  images: ManagedImage[]
  image: ManagedImage
  draft: Draft | null
  onDraft: (draft: Draft) => void
  onDiscard: () => void
  onMove: (to: ManagedImage) => void
  onSave: (fields: ImageFields, then?: ManagedImage) => void
  onDelete: () => void
  onClose: () => void
  /** What is said at the foot. */
  notice: ReactNode
}

/** Lies beside the list, which stays in use, where there is room for both, and over it elsewhere. */
export function SidePanel({ images, image, onMove, onClose, onDiscard, ...rest }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const at = images.indexOf(image)
  const next = images[at + 1]

  // Keys are pressed faster than pages are drawn, and none must be lost.
  const shown = useRef(image.id)
  useEffect(() => {
    shown.current = image.id
  }, [image.id])
  const step = (by: 1 | -1) => {
    const to = images[images.findIndex(({ id }) => id === shown.current) + by]
    if (!to) return
    shown.current = to.id
    onMove(to)
  }

  // Not a field: the arrow keys walk on from here.
  const toHeading = () => heading.current!.focus({ preventScroll: true })

  useEffect(() => {
    panel.current!.show()
    toHeading()
  }, [])
  // What had the focus went with the image before.
  useEffect(() => {
    if (image && document.activeElement === document.body) toHeading()
    document.querySelector('.tile[data-open] > a')?.scrollIntoView({ block: 'nearest' })
  }, [image])

  const close = () => panel.current!.close()
  useShortcuts({ ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: close })

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <dialog ref={panel} className="side-panel" aria-labelledby={id} onClose={onClose} onKeyDown={press}>
      <header className="flex items-center gap-1 border-line border-b px-3 py-1.5">
        <p className="flex-1 pl-2 text-soft text-sm tabular-nums">{messages.position(at + 1, images.length)}</p>
        <StepButton
          label={messages.previous}
          isEnd={at === 0}
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
        {messages.panel(image.title)}
      </h2>
      <Editor
        key={image.id}
        image={image}
        next={next}
        onDiscard={() => {
          toHeading()
          onDiscard()
        }}
        {...rest}
      />
    </dialog>
  )
}

interface StepButtonProps {
  label: string
  /** There is nothing further on this page. */
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

type EditorProps = Omit<SidePanelProps, 'images' | 'onMove' | 'onClose'> & { next: ManagedImage | undefined }

function Editor({ user, image, draft, next, onDraft, onDiscard, onSave, onDelete, notice }: EditorProps) {
  const [problems, setProblems] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const fields = draft ?? fieldsOf(image)
  const isAdmin = user.role === 'admin'

  const change = (said: Partial<ImageFields>) => {
    const now = { ...fields, ...said }
    onDraft({ version: draft?.version ?? image.version, ...now })
    if (Object.keys(problems).length) setProblems(validateFields(image, now, user.role))
  }

  const save = (then?: ManagedImage) => {
    const found = validateFields(image, fields, user.role)
    setProblems(found)
    if (Object.keys(found).length === 0) onSave(fields, then)
  }
  // Once the messages stand there, the first field that has one.
  useEffect(() => {
    if (Object.keys(problems).length) form.current!.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  return (
    <form
      ref={form}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
        event.preventDefault()
        if (draft) save()
      }}
    >
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        <Thumbnail image={image} />
        <div className="-mt-2 flex items-center justify-between gap-2 text-soft text-sm tabular-nums">
          {formatDimensions(image)} · {formatFileSize(image.byte_size)}
          <button
            type="button"
            className="icon-button -my-1.5 -mr-2 text-bad"
            aria-label={messages.delete}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" size={19} />
          </button>
        </div>
        {!isAdmin && <ReviewStatus image={image} />}
        <PanelFields fields={fields} problems={problems} onChange={change} />
        {isAdmin && <StatusFields fields={fields} problems={problems} onChange={change} />}
        <ContributorDetails user={image.user} />
        <DecisionHistory user={user} image={image.id} />
      </div>
      <footer className="grid gap-2 border-line border-t px-5 py-3">
        {notice}
        {draft && draft.version !== image.version && <p className="text-bad text-sm">{messages.overwrites}</p>}
        {!isAdmin && draft && image.status !== 'pending' && <p className="text-soft text-sm">{messages.reviewAgain}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="submit"
            className="button main small flex-1"
            disabled={!draft}
            aria-keyshortcuts="Control+Enter"
          >
            {messages.save}
            <span aria-hidden="true" className="key max-lg:hidden">
              Ctrl ↵
            </span>
          </button>
          <button type="button" className="button small" disabled={!draft || !next} onClick={() => save(next)}>
            {messages.saveAndNext}
          </button>
          <button type="button" className="button small" disabled={!draft} onClick={onDiscard}>
            {messages.discard}
          </button>
        </div>
      </footer>
    </form>
  )
}

function Thumbnail({ image }: { image: ManagedImage }) {
  return (
    <div className={`panel-picture checkerboard ${contrastClass(image)}`}>
      <img
        ref={placeholderColourRef(image.colour)}
        src={image.cloudflare_url}
        srcSet={variantSrcSet(1280, image)}
        sizes="360px"
        width={image.width}
        height={image.height}
        alt={image.title}
      />
    </div>
  )
}
