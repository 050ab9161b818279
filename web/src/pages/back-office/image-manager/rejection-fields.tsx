import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RejectionReason, rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { FieldMessage, FormField, LabelledField } from '#ui/forms/form-field.tsx'
import type { FieldErrors, ImageFields } from './drafts.ts'
import { messages } from './messages.ts'

interface RejectionFieldsProps extends Pick<ImageFields, 'reason' | 'note'> {
  problems?: FieldErrors
  onChange: (change: Partial<Pick<ImageFields, 'reason' | 'note'>>) => void
}

/** Reason and note of a rejection. */
export function RejectionFields({ reason, note, problems = {}, onChange }: RejectionFieldsProps) {
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
              {rejectionReasons.map(({ value, message }) => (
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
