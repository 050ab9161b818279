import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText, pageNumber, time } from '../../fields.ts'
import { card, decision, imageLink, imageStatus } from '../../schemas/image.ts'
import { originalFormat } from '../../vocabulary/image-formats.ts'
import * as limits from '../../vocabulary/limits.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'
import { reportReasonValues, reportSentences, reportVerbs } from '../../vocabulary/reports/report-reasons.ts'
import { trust } from '../../vocabulary/trust/trust-levels.ts'
import { counterNotice } from '../visitors/counter-notices.ts'

/** An image with its open reports and counter-notice; one that is named or was taken down may have neither. */
const reportedImage = z.object({
  ...imageLink.shape,
  ...z.pick(card, { width: true, height: true, contrast_tile: true }).shape,
  status: imageStatus,
  /** Whether it is hidden until the reports are decided about. */
  is_withheld: z.boolean(),
  is_deleted: z.boolean(),
  is_taken_down: z.boolean(),
  /** Its contributor, how often their images were taken down for reports, and their others with open reports. */
  user: z.object({
    username: z.string(),
    upheld: z.number(),
    reported: z.number(),
    /** Null for an admin. */
    trust: z.nullable(trust),
  }),
  count: z.number(),
  /** Networks that the reports came from; one that was deleted since counts as none. */
  networks: z.number(),
  /** How many reports have each reason: copyright first, then the most frequent; a decision has the first of them. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Of the open reports, or of the counter-notice; null where there is neither. */
  first_at: z.nullable(time),
  last_at: z.nullable(time),
  /** The highest number among them, by which a decision says what the admin has seen; 0 where there is none. */
  last_report_id: z.number(),
  /** What its contributor sent after it was taken down, until it is answered. */
  counter_notice: z.nullable(z.object({ at: time, returns_at: time })),
})

const reportDetail = z.object({
  id: z.number(),
  at: time,
  reason: z.string(),
  message: z.string(),
  /** Whether the reporter gets an answer by mail. */
  has_email: z.boolean(),
  /** Of a notice of copyright. */
  notice: z.nullable(z.object({ name: z.string(), work: z.string(), signature: z.string() })),
})

const reportDecision = z.object({
  id: z.number(),
  at: time,
  verb: z.string(),
  reason: z.nullable(z.string()),
  /** For the reporters, and for the contributor; each may be empty. */
  sentence: z.string(),
  note: z.string(),
  /** Reports that it closed. */
  count: z.number(),
  /** Null also for the time of a counter-notice. */
  by: z.nullable(z.string()),
  /** What the contributor sent about it, and what became of that. */
  counter_notice: z.nullable(z.extend(counterNotice, { address: z.string(), phone: z.string() })),
})

/** A decision about another image of the same contributor. */
const endedReports = z.object({
  image_id: z.number(),
  title: z.string(),
  verb: z.string(),
  at: time,
  /** Whether it was taken down, and reinstated since. */
  is_reinstated: z.boolean(),
})

/** The reports that wait for a decision, by image, for admins (requirements: #reports). */
export const reportQueue = {
  list: endpoint('GET', '/reports/queue/', {
    access: 'admin',
    summary:
      `Lists images with open reports or counter-notices, ${limits.managedImagesPerPage} at a time: ` +
      'counter-notices, then what visitors still see, each with the longest wait first. All reports about an image ' +
      'are one line; `username` is whose images, `image` the number of one alone, which is listed without open ' +
      'reports too, `taken_down` those that were taken down, the latest first.',
    query: z.object({
      page: pageNumber,
      username: z._default(optionalText('The username', 40), ''),
      image: z.optional(id),
      taken_down: z.optional(z.literal('1', 'Leave it out or say 1')),
    }),
    reply: z.object({ count: z.number(), images: z.array(reportedImage) }),
    messages: { failed: 'Failed to load the reports.' },
  }),
  length: endpoint('GET', '/reports/queue-length/', {
    access: 'admin',
    summary: 'Counts the images with open reports or counter-notices.',
    reply: z.object({ images: z.number() }),
  }),
  one: endpoint('GET', '/reports/queue/:id/', {
    access: 'admin',
    summary:
      'Returns what was decided about an image and its reports, and the reports about other images of its ' +
      `contributor that ended: the latest ${reportLimits.endedShown} that were upheld, and as many others.`,
    params: z.object({ id }),
    errors: ['image_not_found'],
    reply: z.object({
      /** Decisions about its reports, and those of the review, the latest first. */
      decisions: z.array(reportDecision),
      history: z.array(decision),
      /** Those that count against the contributor, and those that do not: kept, corrected, or reinstated. */
      upheld: z.array(endedReports),
      not_upheld: z.array(endedReports),
    }),
    messages: { failed: 'Failed to load the reports.' },
  }),
  reports: endpoint('GET', '/reports/queue/:id/reports/', {
    access: 'admin',
    summary:
      `Lists the open reports about an image, ${reportLimits.shown} at a time, or those that a \`decision\` closed: ` +
      'notices of copyright first, then the latest. `next` is the `before` of the following ones. It works where the ' +
      'image was deleted, too.',
    params: z.object({ id }),
    query: z.object({ decision: z.optional(id), before: z.optional(id) }),
    reply: z.object({ reports: z.array(reportDetail), next: z.nullable(z.number()) }),
    messages: { failed: 'Failed to load the reports.' },
  }),
  picture: endpoint('GET', '/reports/queue/:id/picture/', {
    access: 'admin',
    bulkhead: 'none', // a slow download holds nothing that others need
    summary: 'Sends the original of an image that was taken down, which has no other address.',
    params: z.object({ id }),
    errors: ['image_not_found', 'not_taken_down', 'range_not_satisfiable'],
    reply: 'file',
    fileTypes: [originalFormat.mime],
  }),
  decide: endpoint('POST', '/reports/queue/:id/', {
    access: 'admin',
    changes: 'gallery',
    summary:
      'Decides about all open reports of an image: `keep` it, `correct` it, `hide` it from visitors while the ' +
      'reports stay open, or `take_down` all images of its bytes. What is taken down is brought back by ' +
      '`reinstate`; `keep_down` stops the return after a counter-notice. Both need a sentence.',
    params: z.object({ id }),
    body: z
      .object({
        verb: z.enum(reportVerbs, 'There is no such decision'),
        /** The `last_report_id` that the admin saw: nothing is decided about reports that have come since. */
        seen_report_id: z._default(z.int('A whole number is needed'), 0),
        /** For the reporters; of what was taken down also for the contributors. */
        sentence: z._default(optionalText('The sentence', limits.note).check(z.trim()), ''),
        /** For the contributor, whose mail has it after the reason. */
        note: z._default(optionalText('The sentence', limits.note).check(z.trim()), ''),
        /** For the contributor; left out, copyright where a report has it, or else the most frequent one. */
        reason: z.optional(z.enum(reportReasonValues, 'There is no such reason')),
      })
      .check(
        z.refine(({ verb, sentence }) => reportSentences[verb] !== '' || sentence !== '', {
          error: 'Say why',
          path: ['sentence'],
        }),
      ),
    errors: ['image_not_found', 'changed_meanwhile', 'stays_down', 'not_taken_down'],
    reply: z.object({ message: z.string(), decision: z.number() }),
    messages: { done: 'Decided.', failed: 'Something went wrong.' },
  }),
}
