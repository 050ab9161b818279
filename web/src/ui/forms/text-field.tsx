import type { ComponentProps } from 'react'
import { FieldHint, FieldMessage, LabelledField } from './form-field.tsx'

interface TextFieldProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string
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
