import type { Schema } from '@vitrine/contract/endpoint'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/** Validates a form by the contract's schema, as the server does; each field shows its first message. */
export function zodResolver<Values extends FieldValues>(schema: Schema): Resolver<Values> {
  return (values) => {
    const result = z.safeParse(schema, values)
    if (result.success) return { values: result.data as Values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of result.error.issues)
      errors[path.join('.')] ??= { type: code ?? 'custom', message }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
