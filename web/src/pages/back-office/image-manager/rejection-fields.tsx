import { limits } from '@vitrine/contract/vocabulary/limits'
import {
  type RejectionReason,
  type RejectionSubject,
  reasonsAbout,
} from '@vitrine/contract/vocabulary/rejection-reasons'
import { useState } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { FieldMessage, FormField, LabelledField } from '#ui/forms/form-field.tsx'
import type { FieldErrors, ImageFields } from './drafts.ts'
import { messages } from './messages.ts'
import type { EditDecision } from './use-image-mutations.ts'

interface RejectionFieldsProps extends Pick<ImageFields, 'reason' | 'note'> {
  /** What is rejected. */
  about: RejectionSubject
  problems?: FieldErrors
  onChange: (change: Partial<Pick<ImageFields, 'reason' | 'note'>>) => void
}

/** Reason and note of a rejection. */
export function RejectionFields({ about, reason, note, problems = {}, onChange }: RejectionFieldsProps) {
  return (
    <>
      <LabelledField label={messages.reason}>
        {(id) => (
          <>
            <select
              id={id}
              name="reason"
              className="field"
              value={reason}
              aria-invalid={Boolean(problems.reason)}
              aria-describedby={`${id}-message`}
              onChange={({ target }) => onChange({ reason: target.value as RejectionReason | '' })}
            >
              <option value="">{messages.chooseReason}</option>
              {reasonsAbout[about].map(({ value, message }) => (
                <option key={value} value={value}>
                  {message}
                </option>
              ))}
            </select>
            <FieldMessage id={`${id}-message`} message={problems.reason} />
          </>
        )}
      </LabelledField>
      <FormField
        label={messages.note}
        placeholder={messages.noteHint}
        message={problems.note}
        value={note}
        maxLength={limits.note}
        autoComplete="off"
        onChange={({ target }) => onChange({ note: target.value })}
      />
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
      <p className="mt-2 text-pretty text-soft">{messages.rejectEditHint}</p>
      <form method="dialog" className="mt-5 grid gap-4">
        <RejectionFields
          about={about}
          {...rejection}
          onChange={(change) => setRejection({ ...rejection, ...change })}
        />
        <div className="mt-1 flex justify-end gap-2.5">
          <button
            type="button"
            className="button small"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()}
          >
            {messages.cancel}
          </button>
          <button
            type="submit"
            className="button main small"
            onClick={(event) => {
              // The dialog goes with what is rejected.
              event.preventDefault()
              onReject({ ...rejection, status: 'rejected', reason: rejection.reason || 'other' })
            }}
          >
            {messages.rejectEdit}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
