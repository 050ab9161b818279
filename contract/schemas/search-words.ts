import * as z from 'zod/mini'
import { flag } from '../fields.ts'

/** Whether a search is for its words as they are. */
export const exactSearch = flag('Exact')

/** What was made of a word of the search: `as` is empty where it was left out. */
export const replacement = z.object({
  said: z.string(),
  as: z.string(),
  why: z.enum(['spelling', 'meaning', 'language', 'left out']),
})
export type Replacement = z.output<typeof replacement>
