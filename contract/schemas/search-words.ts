import * as z from 'zod/mini'

/** Whether a search is for its words as they are; anything else than 1 is refused. */
export const exactSearch = z.optional(
  z.pipe(
    z.literal('1', 'Exact is 1 or left out'),
    z.transform(() => true),
  ),
)

/** What was made of a word of the search: `as` is empty where it was left out. */
export const replacement = z.object({
  said: z.string(),
  as: z.string(),
  why: z.enum(['spelling', 'meaning', 'language', 'left out']),
})
export type Replacement = z.output<typeof replacement>
