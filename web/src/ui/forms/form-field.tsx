import type { InputHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'

export interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What the person should know before they type. */
  hint?: string
  /** The validation error, in place of the hint. */
  message?: string
  /** Shown inside the field, at its end. */
  children?: ReactNode
}

/** A labelled input with its validation message. */
export function FormField({ label, hint, message, children, ...input }: FormFieldProps) {
  return (
    <LabelledField label={label}>
      {(id) => (
        <>
          <div className="relative">
            <input
              id={id}
              className="field"
              dir="auto"
              aria-invalid={Boolean(message)}
              aria-describedby={`${id}-message ${id}-hint`}
              {...input}
            />
            {children}
          </div>
          <FieldMessage id={`${id}-message`} message={message} />
          <FieldHint id={`${id}-hint`} hint={message ? undefined : hint} />
        </>
      )}
    </LabelledField>
  )
}

interface LabelledFieldProps {
  label: string
  className?: string
  /** The control with this id, and what belongs below it. */
  children: (id: string) => ReactNode
}

/** A control below its label. */
export function LabelledField({ label, className = '', children }: LabelledFieldProps) {
  const id = useId()
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

export function FieldMessage({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={id} className="text-bad text-sm empty:hidden" aria-live="polite">
      {message}
    </p>
  )
}

/** What the person should know before they type. */
export function FieldHint({ id, hint }: { id: string; hint: string | undefined }) {
  if (!hint) return null
  return (
    <p id={id} className="text-soft text-sm">
      {hint}
    </p>
  )
}
