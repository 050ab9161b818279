import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#api/api-client.ts'
import { toast } from '../toasts/toast.ts'

/** Shows a form's errors: each field's message at its field, the sentence as a toast (requirements: #messages). */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  otherwise: string,
): void {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [i, { at, message }] of fields.entries())
    setError(at as Path<Values>, { message }, { shouldFocus: i === 0 })
  toastError(error, otherwise)
}

/** The server's sentence; where it had none, the message of the call (requirements: #messages). */
export function toastError(error: unknown, otherwise: string): void {
  toast('error', (error instanceof ApiError && error.serverMessage) || otherwise)
}
