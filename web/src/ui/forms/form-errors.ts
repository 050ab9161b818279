import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#api/api-client.ts'
import { toast } from '../toasts/toast.ts'

/**
 * Shows a form's errors: each field's message at its field, the general one as a toast, and in the form too where no
 * field has one (requirements: #messages, #form-answers).
 */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [i, { at, message }] of fields.entries())
    setError(at as Path<Values>, { message }, { shouldFocus: i === 0 })
  const text = messageOf(error, fallback)
  if (fields.length === 0) setError('root', { message: text })
  toast('error', text)
}

/** Shows the server's message; without one, the message of the call (requirements: #messages). */
export function toastError(error: unknown, fallback: string): void {
  toast('error', messageOf(error, fallback))
}

const messageOf = (error: unknown, fallback: string) => (error instanceof ApiError && error.serverMessage) || fallback
