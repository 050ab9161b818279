import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '../call.ts'
import { toast } from './toasts.ts'

/** Shows a form's errors: each field's message at its field, the sentence as a toast (requirements: #messages). */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  otherwise: string,
): void {
  const fields = error instanceof CallError ? error.fields : []
  for (const [i, { at, message }] of fields.entries())
    setError(at as Path<Values>, { message }, { shouldFocus: i === 0 })
  toastRefusal(error, otherwise)
}

/** The server's sentence; where it had none, the message of the call (requirements: #messages). */
export function toastRefusal(error: unknown, otherwise: string): void {
  toast('error', (error instanceof CallError && error.said) || otherwise)
}
