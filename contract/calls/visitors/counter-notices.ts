import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { pathSegment, requiredWhere, ticked, time, trimmedText } from '../../fields.ts'
import { card } from '../../schemas/image.ts'
import * as limits from '../../vocabulary/limits.ts'
import { counterNoticeOutcomes } from '../../vocabulary/reports/counter-notices.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'

const needed = (field: string, message: string) => requiredWhere(() => true, field, message)

const counterNoticeFields = z
  .object({
    /** Of the page to which the mail about the decision leads. */
    secret: pathSegment,
    message: trimmedText('What you write', reportLimits.text),
    name: trimmedText('Your name', reportLimits.line),
    address: trimmedText('Your address', reportLimits.line),
    phone: trimmedText('Your phone number', reportLimits.line),
    mistake: z.optional(ticked),
    jurisdiction: z.optional(ticked),
    signature: trimmedText('The signature', reportLimits.line),
  })
  .check(
    needed('name', 'Your name is required'),
    needed('address', 'Your postal address is required'),
    needed('phone', 'Your phone number is required'),
    needed('mistake', 'Tick this if it is so'),
    needed('jurisdiction', 'Tick this if you consent'),
    needed('signature', 'Sign by typing your name'),
  )

/**
 * What is to be done about a take-down: `possible`, a counter-notice can be sent; `open`, one is being looked at;
 * `too_late`, its time is over, or another decision was made since; `withdrawn` also where none was sent before the
 * account was closed and its images left.
 */
export const counterNoticeStates = ['possible', 'too_late', 'open', ...counterNoticeOutcomes] as const

/** What the other side reads of one; all texts are empty when their time is over. */
export const counterNotice = z.object({
  at: time,
  name: z.string(),
  signature: z.string(),
  message: z.string(),
  returns_at: time,
  outcome: z.nullable(z.enum(counterNoticeOutcomes)),
})

/** An own image that is taken down. */
const takenDownImage = z.object({
  ...z.pick(card, { id: true, slug: true, title: true }).shape,
  decided_at: time,
  reason: z.string(),
  /** What the admin wrote with the decision, or ''. */
  note: z.string(),
  /** Of the page where it is answered, and the state of that; null where the reason was not copyright. */
  answer: z.nullable(z.object({ secret: z.string(), state: z.enum(counterNoticeStates) })),
})
export type TakenDownImage = z.output<typeof takenDownImage>

/** What contributors answer to a notice of copyright, by a secret address (requirements: #counter-notices). */
export const counterNotices = {
  mine: endpoint('GET', '/counter-notices/mine/', {
    access: 'signed-in',
    summary: `Lists own images that are taken down: the ${limits.inbox} latest, each with the reason and its answer.`,
    reply: z.object({ images: z.array(takenDownImage) }),
  }),
  status: endpoint('GET', '/counter-notices/of/:secret/', {
    access: 'anyone',
    isSecret: true,
    summary: 'Returns why an image was taken down and what became of the counter-notice, by the secret of its page.',
    params: z.object({ secret: pathSegment }),
    errors: ['decision_not_found'],
    reply: z.object({
      /** `slug` is null while visitors do not see the image. */
      image: z.object({ title: z.string(), slug: z.nullable(z.string()) }),
      /** What the admin wrote to the contributor with the decision, or ''. */
      note: z.string(),
      decided_at: time,
      state: z.enum(counterNoticeStates),
      /** When the picture returns; null where nothing was sent. */
      returns_at: z.nullable(time),
      /** Why it returned or stays down. */
      sentence: z.string(),
    }),
  }),
  send: endpoint('POST', '/counter-notices/', {
    access: 'anyone',
    summary:
      'Answers the notice of copyright for which an image was taken down, once, with name, address, phone number, ' +
      'both statements and a signature; the person who reported the image gets all of it.',
    body: counterNoticeFields,
    status: 201,
    errors: ['decision_not_found', 'too_late_to_answer'],
    reply: z.object({ message: z.string(), secret: z.string() }),
    messages: { done: 'We have your counter-notice.', failed: 'Something went wrong.' },
  }),
}
