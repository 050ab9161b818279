import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { listSearch, ownFilters } from './lists.ts'

const csvRow = z.object({
  /** Number of the row as a spreadsheet shows it; a row without any cell has none here. */
  row: z.number(),
  /** The file name, slug or ID by which the row names its image. */
  name: z.string(),
  outcome: z.enum(['changed', 'same', 'wrong']),
  image_id: z.nullable(z.number()),
  /** The fields that are (with `dry_run`: would be) changed, with their values as text. */
  changes: z.array(z.object({ at: z.string(), from: z.string(), to: z.string() })),
  /** What is wrong with the row; '' when nothing is. */
  message: z.string(),
})
export type CsvRow = z.output<typeof csvRow>

/** The refusal of a file that is named otherwise. */
export const onlyCsvMessage = 'Only .csv files can be uploaded.'

/** The editable fields of many images as a table (requirements: #csv). */
export const csv = {
  upload: endpoint('POST', '/images/upload/csv/', {
    access: 'signed-in',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Changes images as listed in a CSV with the columns of Adobe Stock, Shutterstock or our export, in any order. ' +
      'A row names its image by ID, slug or file name; an empty cell changes nothing, and a wrong row does not ' +
      'affect the others. With `dry_run` it only reports what would change.',
    bulkhead: 'csv',
    form: z.object({ file: z.file(), dry_run: z.optional(z.string()) }),
    errors: ['not_multipart', 'broken_multipart', 'not_csv', 'too_large'],
    reply: z.object({
      message: z.string(),
      changed: z.number(),
      same: z.number(),
      wrong: z.number(),
      /** Of the changed rows, those that wait for review; approved images stay public as they are until then. */
      waiting: z.number(),
      rows: z.array(csvRow),
    }),
    messages: { done: 'CSV uploaded successfully', failed: 'Something went wrong.' },
  }),
  download: endpoint('GET', '/images/export/csv/', {
    access: 'signed-in',
    allowsApiKey: true,
    summary: 'Exports a list as a CSV that can be edited and uploaded again. Contributors export their own images.',
    query: z.object({
      list: z._default(z.enum(ownFilters, 'There is no such list'), 'total'),
      ...listSearch,
    }),
    reply: 'file',
    streamedType: 'text/csv',
  }),
}
