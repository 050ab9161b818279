import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { pathSegment, requiredWhere, ticked, trimmedText } from '../../fields.ts'
import { objectionKinds, objectionOutcomes } from '../../vocabulary/reports/objections.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'

const neededFor = (kind: (typeof objectionKinds)[number], field: string, message: string) =>
  requiredWhere((objection) => objection.kind === kind, field, message)
const neededForNotice = (field: string, message: string) => neededFor('counter_notice', field, message)

export const objectionFields = z
  .object({
    /** Of the page to which the mail about the decision leads. */
    secret: pathSegment,
    kind: z.enum(objectionKinds, 'Choose how you object'),
    message: trimmedText('What you write', reportLimits.text),
    name: trimmedText('Your name', reportLimits.line),
    address: trimmedText('Your address', reportLimits.line),
    phone: trimmedText('Your phone number', reportLimits.line),
    mistake: z.optional(ticked),
    jurisdiction: z.optional(ticked),
    signature: trimmedText('The signature', reportLimits.line),
  })
  .check(
    neededFor('objection', 'message', 'Tell us why we are wrong'),
    neededForNotice('name', 'Your name is required'),
    neededForNotice('address', 'Your postal address is required'),
    neededForNotice('phone', 'Your phone number is required'),
    neededForNotice('mistake', 'Tick this if it is so'),
    neededForNotice('jurisdiction', 'Tick this if you consent'),
    neededForNotice('signature', 'Sign by typing your name'),
  )

/**
 * What is to be done about a take-down: `possible`, an objection can be sent; `open`, one is being looked at;
 * `too_late`, the file is not stored any more; `ended`, the picture is back for another reason;
 * `withdrawn` also where none was sent before the account was closed and its images left.
 */
export const objectionStates = ['possible', 'too_late', 'ended', 'open', ...objectionOutcomes] as const

/** What contributors do about the take-down of an image, by a secret address (requirements: #objections). */
export const objections = {
  status: endpoint('GET', '/objections/of/:secret/', {
    access: 'anyone',
    isSecret: true,
    summary: 'Returns what was decided about an image and what became of the objection, by the secret of its page.',
    params: z.object({ secret: pathSegment }),
    errors: ['decision_not_found'],
    reply: z.object({
      /** `slug` is null while visitors do not see the image. */
      image: z.object({ title: z.string(), slug: z.nullable(z.string()) }),
      reason: z.string(),
      /** What the admin wrote to the contributor with the decision, or ''. */
      decision_sentence: z.string(),
      decided_at: z.string(),
      state: z.enum(objectionStates),
      /** Days from a counter-notice to the return of the picture. */
      days: z.number(),
      objection: z.nullable(
        z.object({
          at: z.string(),
          /** Null where nothing was sent, and an admin brought the picture back. */
          kind: z.nullable(z.enum(objectionKinds)),
          /** When the picture returns after a counter-notice. */
          returns_at: z.nullable(z.string()),
          sentence: z.string(),
        }),
      ),
    }),
  }),
  send: endpoint('POST', '/objections/', {
    access: 'anyone',
    summary:
      'Objects to the take-down of an image, once. A counter-notice (where the reason is copyright) needs name, ' +
      'address, phone number, both statements and a signature; the person who reported the image gets all of it. An ' +
      'objection needs a text.',
    body: objectionFields,
    status: 201,
    errors: ['decision_not_found', 'already_objected', 'too_late_to_object', 'no_counter_notice', 'account_left'],
    reply: z.object({ message: z.string(), secret: z.string() }),
    messages: { done: 'We have your objection.', failed: 'Something went wrong.' },
  }),
}
