import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#api/api-client.ts'
import { toast } from '../toasts/toast.ts'

/** Shows a form's errors: each field's message at its field, the general one as a toast (requirements: #messages). */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [i, { at, message }] of fields.entries())
    setError(at as Path<Values>, { message }, { shouldFocus: i === 0 })
  toastError(error, fallback)
}

/** Shows the server's message; without one, the message of the call (requirements: #messages). */
export function toastError(error: unknown, fallback: string): void {
  toast('error', (error instanceof ApiError && error.serverMessage) || fallback)
}
