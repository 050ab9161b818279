import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { backOfficeHref } from '@vitrine/contract/pages'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useRead, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { formatDimensions } from '#image-card/image-src.ts'
import { DecisionList } from '#shells/back-office/decision-history.tsx'
import { AiFinding, Findings } from '#ui/back-office/findings/findings.tsx'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { formKeys, submitAfterBlur, useKeymap } from '#ui/back-office/keys.ts'
import { SmallButton } from '#ui/button.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { type Draft, type FieldErrors, type ImageFields as FieldValues, fieldsOf, validateFields } from '../drafts.ts'
import { ImageFields } from '../fields/image-fields.tsx'
import { messages } from '../messages.ts'
import { StatusFields } from '../rejection-fields.tsx'
import type { ImageEditor } from '../use-image-editor.ts'
import { ContributorDetails, PanelPicture, ReviewStatus } from './panel-details.tsx'
import { ReplaceFile } from './replace-file.tsx'
import { WaitingEdit } from './waiting-edit.tsx'

export interface ImageFormProps {
  image: ManagedImage
  editor: ImageEditor
  next: ManagedImage | undefined
  /** The field that the next image begins with, which stays the same from image to image. */
  startField: RefObject<string | null>
  onDiscarded: () => void
  onReplaced: () => void
  /** The pending save, shown in the footer. */
  notice: ReactNode
}

/** The fields of one image; edits are kept as a draft until they are saved. */
export function ImageForm({ image, editor, next, startField, notice, ...props }: ImageFormProps) {
  const { role } = useUser()
  const draft = editor.drafts.get(image)
  const [problems, setProblems] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  /** Set by the key that saves and goes on to the next image: the field in which it was pressed. */
  const goingOn = useRef<{ field: string | null } | null>(null)
  const fields = draft ?? fieldsOf(image, role)
  const isAdmin = role === 'admin'

  const change = (edits: Partial<FieldValues>) => {
    const edited = { ...fields, ...edits }
    editor.drafts.save(image, { version: draft?.version ?? image.version, ...edited })
    if (Object.keys(problems).length) setProblems(validateFields(image, edited, role))
  }

  const save = (then?: ManagedImage, field: string | null = null) => {
    const found = validateFields(image, fields, role)
    setProblems(found)
    if (Object.keys(found).length) return
    startField.current = then ? field : null
    editor.save(image, fields, then)
  }
  const saveByKey = (event: KeyboardEvent) => {
    goingOn.current = event.shiftKey ? { field: fieldOf(event.target as Element) } : null
    submitAfterBlur(event)
  }
  const keys = [formKeys.save, formKeys.saveAndNext].map((key) => ({ ...key, run: saveByKey }))
  useKeymap('form', keys, form)
  // Focuses the first invalid field after its message was rendered.
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
        if (draft) save(goingOn.current ? next : undefined, goingOn.current?.field)
        goingOn.current = null
      }}
    >
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
        <PanelPicture picture={image} alt={image.title} />
        <div className="-mt-2 flex items-center justify-between gap-2 text-soft text-sm tabular-nums">
          {formatDimensions(image)} · {formatFileSize(image.byte_size)}
          <IconButton
            className="-my-1.5 -mr-2 text-bad"
            label="Delete image"
            Icon={Trash2}
            size={19}
            onClick={() => editor.remove(image)}
          />
        </div>
        <ReplaceFile image={image} onReplaced={props.onReplaced} />
        <PanelFindings image={image} />
        {!isAdmin && <ReviewStatus image={image} />}
        <WaitingEdit image={image} editor={editor} />
        <ImageFields values={fields} problems={problems} onChange={change} />
        {isAdmin && (image.status === 'pending' || image.waiting_edit?.file) && <CurrentReviewer image={image.id} />}
        {isAdmin && image.status !== 'draft' && <StatusFields {...fields} problems={problems} onChange={change} />}
        {image.status !== 'draft' && (
          <>
            <ContributorDetails image={image} />
            <DecisionHistory image={image.id} />
          </>
        )}
      </div>
      <FormFooter
        {...{ image, draft, next, isAdmin, notice }}
        onSaveAndNext={() => save(next)}
        onDiscard={() => {
          editor.drafts.discard(image)
          props.onDiscarded()
        }}
      />
    </form>
  )
}

const fieldOf = (element: Element) => element.closest<HTMLElement>('[data-field]')?.dataset.field ?? null

interface FormFooterProps extends Pick<ImageFormProps, 'image' | 'next' | 'notice'> {
  draft: Draft | null
  isAdmin: boolean
  onSaveAndNext: () => void
  onDiscard: () => void
}

function FormFooter({ image, draft, next, isAdmin, notice, onDiscard, onSaveAndNext }: FormFooterProps) {
  return (
    <footer className="grid gap-2 border-line border-t px-5 py-3">
      {notice}
      {draft && draft.version !== image.version && <p className="text-bad text-sm">{messages.overwrites}</p>}
      {!isAdmin && draft && (image.status === 'approved' || image.status === 'rejected') && (
        <p className="text-pretty text-soft text-sm">
          {image.status === 'approved' ? messages.reviewedBesides : 'Once saved, it waits for review again.'}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <button type="submit" className="button main small flex-1" disabled={!draft} aria-keyshortcuts="Control+Enter">
          Save
          <KeyHint name="Ctrl ↵" className="max-lg:hidden" />
        </button>
        <SmallButton
          disabled={!draft || !next}
          onClick={onSaveAndNext}
          aria-keyshortcuts="Control+Shift+Enter"
          text="Save and next"
        />
        <SmallButton disabled={!draft} onClick={onDiscard} text="Discard" />
      </div>
    </footer>
  )
}

function PanelFindings({ image }: { image: ManagedImage }) {
  const { findings } = image
  return (
    <section>
      <h3 className="font-medium text-sm">Findings</h3>
      <AiFinding image={image} />
      {findings?.length ? (
        <Findings image={image} overrulable={image} />
      ) : (
        <p className="mt-1 text-soft text-sm">{findings ? 'Nothing was found.' : 'Not measured yet.'}</p>
      )}
    </section>
  )
}

const summaryLayout = 'flex min-h-6 list-none items-center justify-between [&::-webkit-details-marker]:hidden'

/** The decisions about an image, fetched when the section is opened, and for admins the way to its reports. */
function DecisionHistory({ image }: { image: number }) {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group border-line border-t pt-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={`${summaryLayout} cursor-pointer font-medium text-sm`}>
        History
        <ChevronDown size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <DecisionList image={image} />}
      {isOpen && user.role === 'admin' && (
        <a
          className="link mt-2 inline-block min-h-6 text-sm"
          href={backOfficeHref(user, 'reports') + queryString({ image })}
        >
          Reports about this image
        </a>
      )}
    </details>
  )
}

/** The way to the image in review, and the other admin in whose queue it is at present. */
function CurrentReviewer({ image }: { image: number }) {
  const user = useUser()
  const { data } = useRead(backOffice.history, { params: { id: image } })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <a className="link inline-block min-h-6" href={backOfficeHref(user, 'review') + queryString({ image })}>
        Open in review
      </a>
      {data?.reviewer && `${data.reviewer} is reviewing this image.`}
    </p>
  )
}
