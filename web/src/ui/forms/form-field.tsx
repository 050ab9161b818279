import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What the person should know before they type. */
  hint?: string
  /** The validation error, in place of the hint. */
  message?: string
  /** Shown inside the field, at its end. */
  children?: ReactNode
}

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
              aria-describedby={describedBy(id, hint, message)}
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

const describedBy = (id: string, hint: string | undefined, message: string | undefined) =>
  hint && !message ? `${id}-message ${id}-hint` : `${id}-message`

function FieldHint({ id, hint }: { id: string; hint: string | undefined }) {
  if (!hint) return null
  return (
    <p id={id} className="text-soft text-sm">
      {hint}
    </p>
  )
}

interface TextFieldProps extends ComponentProps<'textarea'> {
  label: string
  hint?: string
  message?: string | undefined
}

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
            aria-describedby={describedBy(id, hint, message)}
            {...input}
          />
          <FieldMessage id={`${id}-message`} message={message} />
          <FieldHint id={`${id}-hint`} hint={message ? undefined : hint} />
        </>
      )}
    </LabelledField>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  choices: readonly Choice<Value>[]
  value: Value | ''
  /** What '' says, where that is a choice. */
  none?: string | undefined
  onChoose: (value: Value | '') => void
}

export function Select<Value extends string>({ choices, none, onChoose, ...select }: SelectProps<Value>) {
  return (
    <select className="field" {...select} onChange={({ currentTarget }) => onChoose(currentTarget.value as Value | '')}>
      {none !== undefined && <option value="">{none}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

type SelectFieldProps<Value extends string> = SelectProps<Value> & { label: string; message?: string | undefined }

export function SelectField<Value extends string>({ label, message, ...select }: SelectFieldProps<Value>) {
  return (
    <LabelledField label={label} className="content-start">
      {(id) => (
        <>
          <Select id={id} aria-invalid={Boolean(message)} aria-describedby={`${id}-message`} {...select} />
          <FieldMessage id={`${id}-message`} message={message} />
        </>
      )}
    </LabelledField>
  )
}

interface CheckFieldProps extends ComponentProps<'input'> {
  type: 'checkbox' | 'radio'
  label: string
  /** What it does. */
  hint?: string
}

export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input className="size-5 shrink-0 cursor-pointer" {...input} aria-describedby={hint && id} />
        {label}
      </label>
      {hint && (
        <p id={id} className="wrap-anywhere max-w-[60ch] text-pretty pl-8 text-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

/** What became of the last submit, in the form until something in it changes (requirements: #form-answers). */
export function FormAnswer({ failed, done }: { failed?: string | undefined; done?: string | undefined }) {
  const text = failed ?? done
  return (
    <p
      role={failed ? 'alert' : 'status'}
      className={`rounded-xl border px-4 py-2.5 text-pretty empty:hidden ${failed ? 'text-bad' : 'text-good'}`}
    >
      {text}
    </p>
  )
}
