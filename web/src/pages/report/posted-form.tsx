import { type ReactNode, useId } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { FieldMessage, FormAnswer } from '#ui/forms/form-field.tsx'

const failedMessage = 'Please check what is marked below.'

/** What was posted to this address and refused, field by field. */
export function usePostedForm(action: string) {
  const { form } = useAppContext()
  // Of this page: React keeps the context when another page is shown.
  const posted = form?.path === action ? form : undefined
  const valueAt = (name: string) => posted?.values[name]
  const messageAt = (name: string) => posted?.fields.find(({ at }) => at === name)?.message
  return {
    action,
    failed: posted && (posted.fields.length ? failedMessage : posted.message),
    valueAt,
    messageAt,
    /** Props of the field of this name, and of a statement that is ticked. */
    field: (name: string) => ({ name, defaultValue: valueAt(name) ?? '', message: messageAt(name) }),
    check: (name: string) => ({ name, isTicked: valueAt(name) !== undefined, message: messageAt(name) }),
  }
}

interface PostedFormProps {
  form: Pick<ReturnType<typeof usePostedForm>, 'action' | 'failed'>
  texts: Record<'form' | 'submit', string>
  children: ReactNode
}

/** A form that the browser posts; the server answers with the page of what was sent, or this page with its errors. */
export const PostedForm = ({ form: { action, failed }, texts, children }: PostedFormProps) => (
  <form aria-label={texts.form} method="post" action={action} noValidate className="grid min-w-0 gap-6">
    {failed && <FormAnswer failed={failed} />}
    {children}
    <button type="submit" className="button main justify-self-start">
      {texts.submit}
    </button>
  </form>
)

interface CheckFieldProps {
  label: string
  name: string
  isTicked: boolean
  message: string | undefined
}

export function CheckField({ label, name, isTicked, message }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          className="mt-0.5 size-5 shrink-0"
          defaultChecked={isTicked}
          aria-invalid={Boolean(message)}
          aria-describedby={id}
        />
        {label}
      </label>
      <FieldMessage id={id} message={message} />
    </div>
  )
}
