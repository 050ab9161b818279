import * as z from 'zod/mini'

/** A time in a reply: a Date of the database is sent as text (ISO 8601). */
export const time = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.string(),
)
