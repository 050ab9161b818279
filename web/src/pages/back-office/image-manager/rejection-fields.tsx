import { imageStatus, type OwnStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type RejectionSubject, reasonsAbout } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useState } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { messages as shared } from '#ui/back-office/messages.ts'
import { SmallButton } from '#ui/button.tsx'
import { FormField, SelectField } from '#ui/forms/form-field.tsx'
import type { FieldErrors, ImageFields } from './drafts.ts'
import { messages } from './messages.ts'
import type { EditDecision } from './use-image-mutations.ts'

interface RejectionFieldsProps extends Pick<ImageFields, 'reason' | 'note'> {
  about: RejectionSubject
  problems?: FieldErrors
  onChange: (change: Partial<Pick<ImageFields, 'reason' | 'note'>>) => void
}

function RejectionFields({ about, reason, note, problems = {}, onChange }: RejectionFieldsProps) {
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        message={problems.reason}
        none="Choose a reason"
        choices={reasonsAbout[about].map(({ value, message }) => ({ value, label: message }))}
        value={reason}
        onChoose={(chosen) => onChange({ reason: chosen })}
      />
      <FormField
        label="In your own words"
        placeholder="Optional; the contributor reads it."
        message={problems.note}
        value={note}
        maxLength={limits.note}
        autoComplete="off"
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  )
}

interface StatusFieldsProps<Status extends OwnStatus | ''> extends Pick<ImageFields, 'reason' | 'note'> {
  status: Status
  /** What '' says, where that is a choice. */
  none?: string
  problems?: FieldErrors
  onChange: (change: Partial<Pick<ImageFields, 'reason' | 'note'> & { status: Status }>) => void
}

export function StatusFields<Status extends OwnStatus | ''>({ status, none, ...rest }: StatusFieldsProps<Status>) {
  return (
    <>
      <SelectField<OwnStatus>
        label={messages.status}
        none={none}
        choices={imageStatus.options.map((one) => ({ value: one, label: shared.statuses[one] }))}
        value={status}
        onChoose={(chosen) => rest.onChange({ status: chosen as Status })}
      />
      {status === 'rejected' && <RejectionFields about="picture" {...rest} />}
    </>
  )
}

interface RejectionDialogProps {
  title: string
  about: RejectionSubject
  onReject: (decision: EditDecision) => void
  onClose: () => void
}

/** Asks why one edit, or many, are rejected. */
export function RejectionDialog({ title, about, onReject, onClose }: RejectionDialogProps) {
  const reason = about === 'words' ? 'description' : ''
  const [rejection, setRejection] = useState<Pick<ImageFields, 'reason' | 'note'>>({ reason, note: '' })
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-2 text-pretty text-soft">What is public stays as it is.</p>
      <form method="dialog" className="mt-5 grid gap-4">
        <RejectionFields
          about={about}
          {...rejection}
          onChange={(change) => setRejection({ ...rejection, ...change })}
        />
        <div className="mt-1 flex justify-end gap-2.5">
          <SmallButton onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()} text="Cancel" />
          <SmallButton
            type="submit"
            className="main"
            onClick={(event) => {
              // The dialog goes with what is rejected.
              event.preventDefault()
              onReject({ ...rejection, status: 'rejected', reason: rejection.reason || 'other' })
            }}
            text={messages.rejectEdit}
          />
        </div>
      </form>
    </Dialog>
  )
}
