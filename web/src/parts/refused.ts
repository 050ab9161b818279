import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallError } from '../call.ts'
import { toast } from './toasts.ts'

/** What the server said against a form: each field's message at its field, the sentence as a toast (spec section 8). */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  otherwise: string,
): void {
  const refusal = error instanceof CallError ? error : null
  for (const { at, message } of refusal?.fields ?? []) setError(at as Path<Values>, { message })
  toast('error', refusal?.message || otherwise)
}
