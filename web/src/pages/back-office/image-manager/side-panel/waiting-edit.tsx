import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import type { ImageFields } from '#pages/back-office/image-manager/drafts.ts'
import type { EditDecision } from '#pages/back-office/image-manager/use-image-mutations.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { Findings } from '#ui/back-office/findings/findings.tsx'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from '../messages.ts'
import { RejectionFields } from '../rejection-fields.tsx'
import { PanelPicture } from './panel-picture.tsx'

interface WaitingEditProps {
  user: SignedInUser
  image: ManagedImage
  onDecide: (decision: EditDecision) => void
  onDiscard: () => void
}

/** The edit that waits beside an image; contributors take it back, admins decide (requirements: #waiting-edits). */
export function WaitingEdit({ user, image, onDecide, onDiscard }: WaitingEditProps) {
  const [isRejecting, setIsRejecting] = useState(false)
  if (!image.waiting_edit) return null
  const isAdmin = user.role === 'admin'
  return (
    <section className="rounded-xl border border-line px-3.5 py-3">
      <h3 className="font-medium text-sm">{editMessages.waiting}</h3>
      <p className="mt-0.5 mb-3 text-pretty text-soft text-xs">
        <DateTimeText at={image.waiting_edit.at} />. {isAdmin ? messages.editForAdmin : messages.editForOwner}
      </p>
      {image.waiting_edit.file && <NewFile file={image.waiting_edit.file} title={image.title} />}
      <EditChanges image={image} />
      <div className="mt-3 flex flex-wrap gap-2">
        {isAdmin ? (
          <>
            <button type="button" className="button main small" onClick={() => onDecide({ status: 'approved' })}>
              {messages.approveEdit}
            </button>
            <button type="button" className="button small" onClick={() => setIsRejecting(true)}>
              {messages.rejectEdit}
            </button>
          </>
        ) : (
          <button type="button" className="button small" onClick={onDiscard}>
            {messages.discardEdit}
          </button>
        )}
      </div>
      {isRejecting && <RejectionDialog image={image} onReject={onDecide} onClose={() => setIsRejecting(false)} />}
    </section>
  )
}

/** The file that is to take the place of the public one, with what was found in it. */
function NewFile({ file, title }: { file: WaitingFile; title: string }) {
  const { main_url, width, height, findings } = file
  return (
    <figure className="mb-3 grid gap-1.5">
      <PanelPicture picture={file} alt={messages.newFileOf(title)} />
      <figcaption className="text-soft text-xs">{messages.newFileInReview}</figcaption>
      {findings && <Findings image={main_url} {...{ title, width, height, findings }} />}
    </figure>
  )
}

interface RejectionDialogProps {
  image: ManagedImage
  onReject: (decision: EditDecision) => void
  onClose: () => void
}

function RejectionDialog({ image: { title, waiting_edit }, onReject, onClose }: RejectionDialogProps) {
  const reason = waiting_edit?.file ? '' : 'description'
  const [rejection, setRejection] = useState<Pick<ImageFields, 'reason' | 'note'>>({ reason, note: '' })
  return (
    <Dialog title={messages.rejectEditOf(title)} onClose={onClose}>
      <p className="mt-2 text-pretty text-soft">{messages.rejectEditHint}</p>
      <form method="dialog" className="mt-5 grid gap-4">
        <RejectionFields {...rejection} onChange={(change) => setRejection({ ...rejection, ...change })} />
        <div className="mt-1 flex justify-end gap-2.5">
          <button type="submit" className="button small">
            {messages.cancel}
          </button>
          <button
            type="submit"
            className="button main small"
            onClick={() => onReject({ ...rejection, status: 'rejected', reason: rejection.reason || 'other' })}
          >
            {messages.rejectEdit}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
