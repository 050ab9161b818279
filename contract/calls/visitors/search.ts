import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, requiredText } from '../../fields.ts'
import * as limits from '../../vocabulary/limits.ts'

const report = z
  .object({
    question: requiredText('The question', 1, limits.title),
    /** Images that were found, and whether words were replaced or left out (requirements: #replacements). */
    images: z.optional(z.int().check(z.minimum(0), z.maximum(1e9))),
    is_corrected: z._default(z.boolean(), false),
    /** Place of the image that was opened, from 1 and across pages. */
    opened: z.optional(z.int().check(z.minimum(1), z.maximum(1e9))),
  })
  .check(
    z.refine(
      ({ images, opened }) => (images === undefined) !== (opened === undefined),
      'Send either the number of images that were found or the place of the one that was opened.',
    ),
  )
export type SearchReport = z.input<typeof report>

/** How often visitors opened an image by its place among the results: the first, the second to tenth, a later one. */
const openedCounts = { first: z.number(), near: z.number(), far: z.number() }

const loggedQuestion = z.object({
  question: z.string(),
  times: z.number(),
  /** Found and replaced as it was the last time. */
  images: z.number(),
  is_corrected: z.boolean(),
})
export type LoggedQuestion = z.output<typeof loggedQuestion>

/** Days that the office sums up. */
export const searchLogPeriods = [7, 30, limits.searchLogDays] as const

const period = z._default(
  z.coerce
    .number('Choose 7, 30 or 90 days')
    .check(z.refine((days: number) => searchLogPeriods.some((one) => one === days), 'Choose 7, 30 or 90 days')),
  30,
)

/** What visitors search for, without visitors (requirements: #search-log). */
export const searchLog = {
  report: endpoint('POST', '/search/log/', {
    access: 'anyone',
    summary:
      'Counts a search or an image that was opened from its results, without the visitor: nothing while an admin has ' +
      'the log switched off, nothing that looks like personal data.',
    body: report,
    reply: z.object({ is_counted: z.boolean() }),
    errors: ['too_many'],
  }),
  read: endpoint('GET', '/search/log/', {
    access: 'admin',
    summary:
      'Returns what visitors searched for in the last 7, 30 or 90 days: totals, the most frequent questions, and ' +
      `those without an answer. A question counts on days on which it was asked ${limits.searchLogMinimum} times.`,
    query: z.object({ days: period }),
    reply: z.object({
      has_search_log: z.boolean(),
      totals: z.object({ times: z.number(), unanswered: z.number(), corrected: z.number(), ...openedCounts }),
      most_frequent: z.array(loggedQuestion),
      unanswered: z.array(loggedQuestion),
    }),
  }),
  configure: endpoint('PUT', '/search/log/', {
    access: 'admin',
    summary: 'Switches the log on, or off, which deletes all that it holds. The privacy page says which it is.',
    body: z.object({ has_search_log: z.boolean() }),
    reply: z.object({ message: z.string() }),
    changes: 'gallery',
    messages: { failed: 'Failed to change the search log.' },
  }),
}

const phrase = (label: string) =>
  requiredText(label, 1, limits.synonym, '.').check(
    z.refine((text) => /[\p{L}\p{N}]/u.test(text), `${label} needs a letter or a digit.`),
  )

/** The form's fields; the server counts the words, since it splits them as the search does. */
export const synonymFields = z.object({
  said: phrase('What people type'),
  means: phrase('What it means'),
  is_two_way: z._default(z.boolean(), true),
})

const synonym = z.object({ id: z.number(), said: z.string(), means: z.string(), is_two_way: z.boolean() })
export type Synonym = z.output<typeof synonym>

/** The operator's own synonyms (requirements: #synonyms). */
export const synonyms = {
  list: endpoint('GET', '/search/synonyms/', {
    access: 'admin',
    summary: 'Lists all synonyms in alphabetical order.',
    reply: z.object({ synonyms: z.array(synonym) }),
  }),
  add: endpoint('POST', '/search/synonyms/', {
    access: 'admin',
    summary:
      `Lets searches for \`said\` find what \`means\` finds, and the reverse where \`is_two_way\`. Each has at most ` +
      `${limits.synonymWords} words; there are at most ${limits.synonyms.toLocaleString('en')} synonyms.`,
    body: synonymFields,
    reply: z.object({ message: z.string(), synonym }),
    status: 201,
    changes: 'gallery',
    errors: ['synonym_exists', 'too_many_synonyms'],
    messages: { done: 'Synonym added.', failed: 'Failed to add the synonym.' },
  }),
  update: endpoint('PUT', '/search/synonyms/:id/', {
    access: 'admin',
    summary: 'Changes a synonym.',
    params: z.object({ id }),
    body: synonymFields,
    reply: z.object({ message: z.string(), synonym }),
    changes: 'gallery',
    errors: ['synonym_not_found', 'synonym_exists'],
    messages: { done: 'Synonym changed.', failed: 'Failed to change the synonym.' },
  }),
  remove: endpoint('DELETE', '/search/synonyms/:id/', {
    access: 'admin',
    summary: 'Deletes a synonym.',
    params: z.object({ id }),
    reply: z.object({ message: z.string() }),
    changes: 'gallery',
    errors: ['synonym_not_found'],
    messages: { done: 'Synonym deleted.', failed: 'Failed to delete the synonym.' },
  }),
}
