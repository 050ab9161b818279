import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { optionalText } from '../fields.ts'
import { limits } from '../vocabulary/limits.ts'
import { statusFilters } from './back-office-lists.ts'

const csvRow = z.object({
  /** Of the file, the header being 1. */
  row: z.number(),
  /** What the row names its image by. */
  name: z.string(),
  outcome: z.enum(['changed', 'same', 'wrong']),
  image_id: z.nullable(z.number()),
  /** The title, description, keywords and category that would be or were changed, as text. */
  changes: z.array(z.object({ at: z.string(), from: z.string(), to: z.string() })),
  /** What is wrong with the row. */
  message: z.string(),
})
export type CsvRow = z.output<typeof csvRow>

/** Titles, keywords and categories of many images as a table (requirements: #csv). */
export const csv = {
  upload: endpoint('POST', '/images/upload/csv/', {
    access: 'signed-in',
    changes: 'gallery',
    summary:
      'Changes images as a CSV says: Adobe Stock’s columns, Shutterstock’s or ours, in any order. A row names its image by ' +
      'ID, slug or file name; an empty cell changes nothing, and a wrong row costs no other. With `dry_run` it only tells.',
    form: z.object({ file: z.string(), dry_run: z.optional(z.string()) }),
    errors: ['not_multipart', 'broken_multipart', 'not_csv', 'too_large'],
    reply: z.object({
      message: z.string(),
      changed: z.number(),
      same: z.number(),
      wrong: z.number(),
      rows: z.array(csvRow),
    }),
    messages: { done: 'CSV uploaded successfully', failed: 'Something went wrong.' },
  }),
  download: endpoint('GET', '/images/export/csv/', {
    access: 'signed-in',
    summary: 'Sends a list as a CSV that can be edited and uploaded again. A contributor’s holds his own images.',
    query: z.object({
      list: z._default(z.enum(statusFilters, 'There is no such list'), 'total'),
      title: z._default(optionalText('The search', limits.title), ''),
    }),
    reply: 'file',
  }),
}
