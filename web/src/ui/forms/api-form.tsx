import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { HydratedEvent } from '#api/page-protocol.ts'
import { Button } from '../button.tsx'
import { FormAnswer } from './form-field.tsx'
import type { useApiForm } from './use-api-form.ts'

interface ApiFormProps {
  form: Pick<ReturnType<typeof useApiForm>, 'onSubmit' | 'clearAnswer' | 'failed' | 'done' | 'isSubmitting'>
  /** The form's name, and what its button says, also while the call is under way. */
  texts: { form: string; submit: string; sending?: string }
  className?: string
  submitClass?: string
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** A form that calls the API, with its answer and buttons below the fields. */
export function ApiForm({ form, texts, onCancel, children, ...classes }: ApiFormProps) {
  const { className = 'mt-5 max-w-md gap-5', submitClass = 'justify-self-start' } = classes
  const button = (
    <button type="submit" className={`button main ${submitClass}`} disabled={form.isSubmitting}>
      {(form.isSubmitting && texts.sending) || texts.submit}
    </button>
  )
  return (
    <AppForm
      aria-label={texts.form}
      onSubmit={form.onSubmit}
      onInput={form.clearAnswer}
      className={`grid ${className}`}
    >
      {children}
      <div className="col-span-full grid gap-5">
        <FormAnswer failed={form.failed} done={form.done} />
        {onCancel ? (
          <div className="flex flex-wrap gap-2.5">
            {button}
            <Button onClick={onCancel} text="Cancel" />
          </div>
        ) : (
          button
        )}
      </div>
    </AppForm>
  )
}

const hydratedEvent: HydratedEvent = 'hydrated'

/** A form that only the app can send; on `hydrated` entry/first-script.ts repeats an earlier submit. */
export function AppForm(props: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [])
  return <form ref={form} noValidate method="post" {...props} />
}
