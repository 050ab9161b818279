import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  /** What the person should know before they type. */
  hint?: string
  /** The validation error, in place of the hint. */
  message?: string
}

export interface FormFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  /** Shown inside the field, at its end. */
  children?: ReactNode
}

export const FormField = ({ label, hint, message, children, ...input }: FormFieldProps) => (
  <LabelledField {...{ label, hint, message }}>
    {(control) => (
      <div className="relative">
        <input className="field" dir="auto" {...control} {...input} />
        {children}
      </div>
    )}
  </LabelledField>
)

interface LabelledFieldProps extends FieldProps {
  className?: string
  /** The control, with these props. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode
}

function LabelledField({ label, hint, message, className = '', children }: LabelledFieldProps) {
  const id = useId()
  const [messageId, hintId] = [`${id}-message`, `${id}-hint`]
  const isHinted = hint && !message
  const describedBy = isHinted ? `${messageId} ${hintId}` : messageId
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(message), 'aria-describedby': describedBy })}
      <FieldMessage id={messageId} message={message} />
      {isHinted && (
        <p id={hintId} className="text-soft text-sm">
          {hint}
        </p>
      )}
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

export const TextField = ({ label, hint, message, ...input }: FieldProps & ComponentProps<'textarea'>) => (
  <LabelledField {...{ label, hint, message }}>
    {(control) => <textarea className="field" dir="auto" {...control} {...input} />}
  </LabelledField>
)

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

type SelectFieldProps<Value extends string> = SelectProps<Value> & Omit<FieldProps, 'hint'>

export const SelectField = <Value extends string>({ label, message, ...select }: SelectFieldProps<Value>) => (
  <LabelledField label={label} message={message} className="content-start">
    {(control) => <Select {...control} {...select} />}
  </LabelledField>
)

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
