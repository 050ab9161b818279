import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { AppForm } from './app-form.tsx'
import { FormAnswer } from './form-field.tsx'
import { messages } from './messages.ts'
import type { useApiForm } from './use-api-form.ts'

interface ApiFormProps {
  form: Pick<ReturnType<typeof useApiForm>, 'onSubmit' | 'clearAnswer' | 'failed' | 'done' | 'isSubmitting'>
  label: string
  className?: string
  /** Text of the button, and while the call is under way. */
  submit: string
  sending?: string
  submitClass?: string
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** A form that calls the API, with its answer and buttons below the fields. */
export function ApiForm({ form, label, submit, sending = submit, ...props }: ApiFormProps) {
  const { className = 'mt-5 max-w-md gap-5', submitClass = 'justify-self-start', onCancel, children } = props
  const button = (
    <button type="submit" className={`button main ${submitClass}`} disabled={form.isSubmitting}>
      {form.isSubmitting ? sending : submit}
    </button>
  )
  return (
    <AppForm aria-label={label} onSubmit={form.onSubmit} onInput={form.clearAnswer} className={`grid ${className}`}>
      {children}
      <div className="col-span-full grid gap-5">
        <FormAnswer failed={form.failed} done={form.done} />
        {onCancel ? (
          <div className="flex flex-wrap gap-2.5">
            {button}
            <Button onClick={onCancel} text={messages.cancel} />
          </div>
        ) : (
          button
        )}
      </div>
    </AppForm>
  )
}
