import type { Schema } from '@vitrine/contract/endpoint'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/** Checks a form by the contract's own schema, as the server will; each field shows its first message. */
export function zodResolver<Values extends FieldValues>(schema: Schema): Resolver<Values> {
  return (values) => {
    const read = z.safeParse(schema, values)
    if (read.success) return { values: read.data as Values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of read.error.issues)
      errors[path.join('.')] ??= { type: code ?? 'custom', message }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
