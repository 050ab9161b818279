import type { InputHTMLAttributes } from 'react'
import { FieldMessage, LabelledField } from '#ui/forms/form-field.tsx'

interface ConfigFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Where to find the value. */
  hint: string
  message: string | undefined
}

/** A labelled input with its error message and a hint below. */
export function ConfigField({ label, hint, message, ...input }: ConfigFieldProps) {
  return (
    <LabelledField label={label}>
      {(id) => (
        <>
          <input
            id={id}
            className="field scroll-mt-28"
            aria-invalid={Boolean(message)}
            aria-describedby={`${id}-message ${id}-hint`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
          />
          <FieldMessage id={`${id}-message`} message={message} />
          <p id={`${id}-hint`} className="text-pretty text-soft text-sm">
            {hint}
          </p>
        </>
      )}
    </LabelledField>
  )
}
