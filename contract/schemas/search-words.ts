import * as z from 'zod/mini'
import { flag } from '../fields.ts'

/** Whether a search is for its words as they are. */
export const exactSearch = flag('Exact')

/** What was searched for in place of a word. */
export const replacement = z.object({
  said: z.string(),
  as: z.string(),
  why: z.enum(['spelling', 'meaning', 'language']),
})
export type Replacement = z.output<typeof replacement>
