import type { FormState } from '@vitrine/contract/form-state'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { useId } from 'react'
import { FieldHint, FieldMessage, LabelledField } from '#ui/forms/form-field.tsx'

interface TextFieldProps {
  label: string
  name: string
  rows: number
  hint?: string
  defaultValue: string
  message: string | undefined
}

/** A labelled text of several lines with its error or hint. */
export function TextField({ label, hint, message, ...input }: TextFieldProps) {
  return (
    <LabelledField label={label}>
      {(id) => (
        <>
          <textarea
            id={id}
            dir="auto"
            className="field"
            maxLength={reportLimits.text}
            aria-invalid={Boolean(message)}
            aria-describedby={`${id}-message ${id}-hint`}
            {...input}
          />
          <FieldMessage id={`${id}-message`} message={message} />
          <FieldHint id={`${id}-hint`} hint={message ? undefined : hint} />
        </>
      )}
    </LabelledField>
  )
}

interface CheckFieldProps {
  label: string
  name: string
  posted: FormState | undefined
  message: string | undefined
}

/** A statement that is ticked. */
export function CheckField({ label, name, posted, message }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          className="mt-0.5 size-5 shrink-0"
          defaultChecked={posted?.values[name] !== undefined}
          aria-invalid={Boolean(message)}
          aria-describedby={id}
        />
        {label}
      </label>
      <FieldMessage id={id} message={message} />
    </div>
  )
}
