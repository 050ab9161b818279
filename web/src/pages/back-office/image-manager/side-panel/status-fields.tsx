import { imageStatus as statuses } from '@vitrine/contract/schemas/image'
import { useId } from 'react'
import { messages } from '../messages.ts'
import type { ImageFields } from '../model/drafts.ts'
import type { FieldErrors } from '../model/edit-request.ts'
import { RejectionFields } from '../rejection-fields.tsx'

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
        <RejectionFields reason={fields.reason} note={fields.note} problems={problems} onChange={onChange} />
      )}
    </>
  )
}
