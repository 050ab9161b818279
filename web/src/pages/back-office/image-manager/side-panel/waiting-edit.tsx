import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from '../messages.ts'
import type { ImageFields } from '../model/drafts.ts'
import type { EditDecision } from '../model/use-image-mutations.ts'
import { RejectionFields } from '../rejection-fields.tsx'

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
      {isRejecting && <RejectionDialog title={image.title} onReject={onDecide} onClose={() => setIsRejecting(false)} />}
    </section>
  )
}

interface RejectionDialogProps {
  title: string
  onReject: (decision: EditDecision) => void
  onClose: () => void
}

function RejectionDialog({ title, onReject, onClose }: RejectionDialogProps) {
  const [rejection, setRejection] = useState<Pick<ImageFields, 'reason' | 'note'>>({ reason: 'description', note: '' })
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
