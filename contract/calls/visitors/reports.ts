import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { answerAddress, optionalText, pathSegment, requiredWhere, ticked, time, trimmedText } from '../../fields.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'
import { reportReasonValues, reportVerbs } from '../../vocabulary/reports/report-reasons.ts'
import { counterNotice } from './counter-notices.ts'

/** What a notice of copyright needs besides (17 U.S.C. 512(c)(3), Regulation (EU) 2022/2065 art. 16), and no more. */
const noticeFields = {
  name: trimmedText('Your name', reportLimits.line),
  work: trimmedText('The work', reportLimits.text),
  good_faith: z.optional(ticked),
  accurate: z.optional(ticked),
  signature: trimmedText('The signature', reportLimits.line),
}

type NoticeField = keyof typeof noticeFields | 'email'

const neededForCopyright = (field: NoticeField, message: string) =>
  requiredWhere(({ reason }) => reason === 'copyright', field, message)

const reportFields = z
  .object({
    slug: pathSegment,
    reason: z.enum(reportReasonValues, 'Choose what is wrong'),
    message: trimmedText('What you write', reportLimits.text),
    email: z.optional(answerAddress),
    ...noticeFields,
    /** Hidden from people, so that what fills it in is a program (a honeypot); its report is dropped. */
    website: z.optional(optionalText('Website', 500)),
  })
  .check(
    requiredWhere(({ reason }) => reason === 'other', 'message', 'Tell us what is wrong'),
    neededForCopyright('name', 'Your name is required'),
    neededForCopyright('work', 'Tell us which work it is'),
    neededForCopyright('email', 'An e-mail address is required for a notice of copyright'),
    neededForCopyright('good_faith', 'Tick this if it is so'),
    neededForCopyright('accurate', 'Tick this if it is so'),
    neededForCopyright('signature', 'Sign by typing your name'),
  )

/** Open, or the last decision about it; `gone`: the picture was deleted before anyone decided. */
export const reportStates = ['open', 'hide', 'keep', 'correct', 'take_down', 'reinstate', 'gone'] as const

/** Reports of visitors, without an account (requirements: #reports). */
export const reports = {
  send: endpoint('POST', '/reports/', {
    access: 'anyone',
    summary:
      'Reports an image. The reply has the number of the report and the secret of its page; a notice of copyright ' +
      'needs name, work, e-mail address, both statements and a signature.',
    body: reportFields,
    status: 201,
    errors: ['image_not_found', 'too_many'],
    reply: z.object({ message: z.string(), number: z.number(), secret: z.string() }),
    messages: { done: 'Thank you. We look at every report.', failed: 'Something went wrong.' },
  }),
  status: endpoint('GET', '/reports/of/:secret/', {
    access: 'anyone',
    isSecret: true,
    summary: 'Returns what became of a report, by the secret that its reporter has.',
    params: z.object({ secret: pathSegment }),
    errors: ['report_not_found'],
    reply: z.object({
      number: z.number(),
      at: time,
      reason: z.string(),
      state: z.enum(reportStates),
      /** `slug` is null while visitors do not see the image. */
      image: z.object({ title: z.string(), slug: z.nullable(z.string()) }),
      /** What was decided and written to the reporter, the earliest first. */
      answers: z.array(z.object({ at: time, verb: z.enum(reportVerbs), sentence: z.string() })),
      /**
       * What the contributor answered to a notice of copyright, and why the picture stays down. Address and phone
       * number are in the mail alone, since anyone may have the address of the page.
       */
      counter_notice: z.nullable(z.extend(counterNotice, { sentence: z.string() })),
    }),
  }),
}
