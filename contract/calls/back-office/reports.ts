import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText, pageNumber } from '../../fields.ts'
import { decision } from '../../schemas/decision.ts'
import { imageStatus } from '../../schemas/image.ts'
import { limits } from '../../vocabulary/limits.ts'
import { objectionKinds, objectionOutcomes, settlementOutcomes } from '../../vocabulary/reports/objections.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'
import { reportOutcomes, reportReasonValues } from '../../vocabulary/reports/report-reasons.ts'
import { trust } from '../../vocabulary/trust/trust-levels.ts'
import { managedImage } from './lists.ts'

const outcome = z.enum(
  reportOutcomes.map(({ value }) => value),
  'There is no such decision',
)

/** An image with all its open reports, or an open objection to its take-down; one that is named may have neither. */
export const reportedImage = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  cloudflare_url: z.string(),
  width: z.number(),
  height: z.number(),
  contrast_tile: managedImage.shape.contrast_tile,
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
  /** Of the open reports, or of the objection; null where there is neither. */
  first_at: z.nullable(z.string()),
  last_at: z.nullable(z.string()),
  /** The highest number among them, by which a decision says what the admin has seen; 0 where there is none. */
  last_report_id: z.number(),
  /** What its contributor sent after it was taken down, until it is decided about. */
  objection: z.nullable(
    z.object({
      id: z.number(),
      at: z.string(),
      kind: z.enum(objectionKinds),
      returns_at: z.nullable(z.string()),
      /** Whether the take-down blocked the contributor and they are still blocked; a return does not unblock them. */
      is_owner_blocked: z.boolean(),
    }),
  ),
})

const reportDetail = z.object({
  id: z.number(),
  at: z.string(),
  reason: z.string(),
  message: z.string(),
  /** Whether the reporter gets an answer by mail. */
  has_email: z.boolean(),
  /** Of a notice of copyright. */
  notice: z.nullable(z.object({ name: z.string(), work: z.string(), signature: z.string() })),
})

const reportDecision = z.object({
  id: z.number(),
  at: z.string(),
  outcome: z.string(),
  reason: z.nullable(z.string()),
  /** For the reporters, and for the contributor; that one may be empty. */
  sentence: z.string(),
  owner_sentence: z.string(),
  /** Reports that it was about. */
  count: z.number(),
  by: z.nullable(z.string()),
  is_undone: z.boolean(),
  /** Whether it blocked the contributor too. */
  has_blocked: z.boolean(),
  /** What the contributor sent about it, and what became of that. */
  objection: z.nullable(
    z.object({
      at: z.string(),
      /** Null where nothing was sent, and an admin brought the picture back. */
      kind: z.nullable(z.enum(objectionKinds)),
      message: z.string(),
      notice: z.nullable(z.object({ name: z.string(), address: z.string(), phone: z.string(), signature: z.string() })),
      returns_at: z.nullable(z.string()),
      outcome: z.nullable(z.enum(objectionOutcomes)),
      decided_at: z.nullable(z.string()),
      /** Null also for the job that returns a picture after a counter-notice. */
      by: z.nullable(z.string()),
      sentence: z.string(),
    }),
  ),
})

/** A decision about another image of the same contributor. */
const endedReports = z.object({
  image_id: z.number(),
  title: z.string(),
  outcome: z.string(),
  at: z.string(),
  /** Whether it was taken down, and is back after an objection. */
  is_returned: z.boolean(),
})

/** The reports that wait for a decision, by image, for admins (requirements: #reports). */
export const reportQueue = {
  list: endpoint('GET', '/reports/queue/', {
    access: 'admin',
    summary:
      `Lists images with open reports or objections, ${limits.managedImagesPerPage} at a time: those that visitors ` +
      'still see first, the longest wait first. All reports about an image are one line; `username` is whose images, ' +
      '`image` the number of one alone, which is listed without open reports too.',
    query: z.object({
      page: pageNumber,
      username: z._default(optionalText('The username', 40), ''),
      image: z.optional(id),
    }),
    reply: z.object({ count: z.number(), images: z.array(reportedImage) }),
    messages: { failed: 'Failed to load the reports.' },
  }),
  length: endpoint('GET', '/reports/queue-length/', {
    access: 'admin',
    summary: 'Counts the images with open reports or objections.',
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
      /** Those that count against the contributor, and those that do not: kept, corrected, or brought back. */
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
  decide: endpoint('POST', '/reports/queue/:id/', {
    access: 'admin',
    changes: 'gallery',
    summary:
      'Decides about all open reports of an image: it is unchanged, corrected, withheld (hidden from visitors ' +
      `while the reports stay open) or taken_down. Mails leave ${reportLimits.undoMinutes} minutes later and ` +
      'replace those of an earlier decision about the image that have not left.',
    params: z.object({ id }),
    body: z.object({
      outcome,
      /** The `last_report_id` that the admin saw: nothing is decided about reports that have come since. */
      seen_report_id: id,
      /** How many open notices of copyright the admin saw: a decision that closes others is refused. */
      seen_notices: z._default(z.int('A whole number is needed').check(z.minimum(0, 'A whole number is needed')), 0),
      /** Of an image that is taken down; its others stay as they are. */
      blocks_contributor: z.optional(z.boolean('Say whether the contributor is blocked: true or false.')),
      /** For the reporters. */
      sentence: z.optional(optionalText('The sentence', limits.note)),
      /** For the contributor, whose mail has it after the reason. */
      owner_sentence: z._default(optionalText('The sentence', limits.note).check(z.trim()), ''),
      /** For the contributor; left out, copyright where a report has it, or else the most frequent one. */
      reason: z.optional(z.enum(reportReasonValues, 'There is no such reason')),
    }),
    errors: ['image_not_found', 'changed_meanwhile', 'notices_unseen', 'stays_down', 'user_not_found', 'not_yourself'],
    reply: z.object({ message: z.string(), decision: z.number() }),
    messages: { done: 'Decided.', failed: 'Something went wrong.' },
  }),
  settle: endpoint('POST', '/reports/objections/:id/', {
    access: 'admin',
    summary:
      'Decides about an objection to a take-down: the image is returned, or kept_down, which needs a sentence and ' +
      'stops the return after a counter-notice. The contributor is mailed, and so is the ' +
      'person who sent a notice of copyright.',
    params: z.object({ id }),
    body: z
      .object({
        outcome: z.enum(settlementOutcomes, 'There is no such decision'),
        sentence: z._default(optionalText('The sentence', limits.note).check(z.trim()), ''),
      })
      .check(
        z.refine(({ outcome, sentence }) => outcome !== 'kept_down' || sentence !== '', {
          error: 'Say why it stays down',
          path: ['sentence'],
        }),
      ),
    errors: ['objection_not_found', 'not_taken_down'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Decided.', failed: 'Something went wrong.' },
  }),
  bringBack: endpoint('POST', '/reports/decisions/:id/bring-back/', {
    access: 'admin',
    summary:
      'Brings back a picture that a decision took down, without an objection or after one that was refused, while ' +
      'its file is stored. Contributor and reporters are mailed the sentence.',
    params: z.object({ id }),
    body: z.object({
      /** For both sides. */
      sentence: optionalText('The sentence', limits.note).check(z.trim(), z.minLength(1, 'Say why it returns')),
    }),
    errors: ['decision_not_found', 'not_taken_down', 'file_not_stored', 'take_back_instead'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'It returns as soon as its files are back.', failed: 'Something went wrong.' },
  }),
  undo: endpoint('POST', '/reports/decisions/:id/undo/', {
    access: 'admin',
    changes: 'gallery',
    summary: `Takes the last decision about an image back, within ${reportLimits.undoMinutes} minutes.`,
    params: z.object({ id }),
    errors: ['report_not_found', 'too_late', 'changed_meanwhile', 'uploaded_again', 'user_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Taken back.', failed: 'Something went wrong.' },
  }),
}
