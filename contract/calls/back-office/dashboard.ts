import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { time } from '../../fields.ts'
import { type FindingKind, findingKinds } from '../../measures/findings.ts'
import { imageLink } from '../../schemas/image.ts'
import * as limits from '../../vocabulary/limits.ts'

/** An own image that others decided about, and what they said. */
const decidedImage = z.object({
  ...imageLink.shape,
  at: time,
  reason: z.nullable(z.string()),
  note: z.string(),
  /** Whether it is about an edit of an image that is public as before. */
  about_edit: z.boolean(),
})
export type DecidedImage = z.output<typeof decidedImage>

/** What waits for the admins, and who has decided how much. */
const queue = z.object({
  /** Contributors with pending images, the longest wait first. */
  contributors: z.array(z.object({ username: z.string(), count: z.number(), oldest_at: time })),
  /** Decisions of the last days by each admin, the most active first. */
  reviewers: z.array(z.object({ username: z.string(), approved: z.number(), rejected: z.number(), last_at: time })),
  /** Open findings of pending images, the most frequent first. */
  findings: z.array(z.object({ kind: z.enum(Object.keys(findingKinds) as FindingKind[]), count: z.number() })),
})
export type ReviewQueue = z.output<typeof queue>

/** What was decided about a person's images, and what waits (requirements: #dashboard). */
export const inbox = {
  read: endpoint('GET', '/accounts/user/inbox/', {
    access: 'signed-in',
    summary:
      `Returns up to ${limits.inbox} own images that others rejected last, and as many that they approved, and ` +
      'how many wait for review since when; for admins also what waits by contributor, by finding, the decisions of ' +
      `the last ${limits.statisticsDays} days by reviewer, the version, and when the last backup was made.`,
    reply: z.object({
      /** Pending images: own ones, for admins those of all. */
      waiting: z.object({ count: z.number(), oldest_at: z.nullable(time) }),
      rejected: z.array(decidedImage),
      approved: z.array(decidedImage),
      /** Null for contributors. */
      queue: z.nullable(queue),
      /** What runs, and when the last backup ended that missed nothing. Null for contributors. */
      site: z.nullable(z.object({ version: z.string(), backed_up_at: z.nullable(time) })),
    }),
  }),
}

/** Downloads for the dashboard (requirements: #dashboard). */
export const statistics = {
  overview: endpoint('GET', '/images/statistics/', {
    access: 'signed-in',
    summary:
      `Returns the downloads of each of the last ${limits.statisticsDays} days, and the most downloaded ` +
      'images: of the caller’s own images, for admins of all.',
    reply: z.object({
      /** Every day in order, in UTC. */
      days: z.array(z.object({ day: z.string(), downloads: z.number() })),
      top: z.array(z.extend(imageLink, { downloads: z.number() })),
    }),
  }),
}
