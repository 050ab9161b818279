import { imageStatus as statuses } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useId } from 'react'
import { FieldMessage, FormField, LabelledField } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'
import type { ImageFields } from '../model/drafts.ts'
import type { FieldErrors } from '../model/edit-request.ts'
import { ReasonOptions } from '../reason-options.tsx'

interface StatusFieldsProps {
  fields: ImageFields
  problems: FieldErrors
  onChange: (change: Partial<ImageFields>) => void
}

/** The status for admins, with reason and note of a rejection. */
export function StatusFields({ fields, problems, onChange }: StatusFieldsProps) {
  const group = useId()
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{messages.status}</legend>
        <div className="segments">
          {statuses.options.map((status) => (
            <label key={status}>
              <input
                type="radio"
                name={group}
                className="sr-only"
                checked={fields.status === status}
                onChange={() => onChange({ status })}
              />
              <span className={`dot ${status}`} />
              {messages.statuses[status]}
            </label>
          ))}
        </div>
      </fieldset>
      {fields.status === 'rejected' && (
        <>
          <LabelledField label={messages.reason}>
            {(id) => (
              <>
                <select
                  id={id}
                  className="field"
                  value={fields.reason}
                  aria-invalid={Boolean(problems.reason)}
                  aria-describedby={`${id}-message`}
                  onChange={({ target }) => onChange({ reason: target.value as RejectionReason | '' })}
                >
                  <ReasonOptions />
                </select>
                <FieldMessage id={`${id}-message`} message={problems.reason} />
              </>
            )}
          </LabelledField>
          <FormField
            label={messages.note}
            placeholder={messages.noteHint}
            message={problems.note}
            value={fields.note}
            maxLength={limits.note}
            autoComplete="off"
            onChange={({ target }) => onChange({ note: target.value })}
          />
        </>
      )}
    </>
  )
}
