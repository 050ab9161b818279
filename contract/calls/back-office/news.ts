import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { type FindingKind, findingKinds } from '../../measures/findings.ts'
import { limits } from '../../vocabulary/limits.ts'

/** An own image that others decided about, and what they said. */
const decidedImage = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  cloudflare_url: z.string(),
  at: z.string(),
  reason: z.nullable(z.string()),
  note: z.string(),
  /** Whether it is about an edit of an image that is public as before. */
  about_edit: z.boolean(),
  is_new: z.boolean(),
})
export type DecidedImage = z.output<typeof decidedImage>

/** What waits for the admins, and who has decided how much. */
const queue = z.object({
  /** Contributors with pending images, the longest wait first. */
  contributors: z.array(
    z.object({
      username: z.string(),
      count: z.number(),
      oldest_at: z.string(),
      newest_at: z.string(),
      is_new: z.boolean(),
    }),
  ),
  /** Decisions of the last days by each admin, the most active first. */
  reviewers: z.array(
    z.object({ username: z.string(), approved: z.number(), rejected: z.number(), last_at: z.string() }),
  ),
  /** Open findings of pending images, the most frequent first. */
  findings: z.array(z.object({ kind: z.enum(Object.keys(findingKinds) as FindingKind[]), count: z.number() })),
})
export type ReviewQueue = z.output<typeof queue>

/** What is new to a person, for the dashboard and the bell (requirements: #news). */
export const news = {
  read: endpoint('GET', '/accounts/user/news/', {
    access: 'signed-in',
    summary:
      `Returns what is new to the caller: up to ${limits.news} own images that were rejected and approved last, and ` +
      'how many wait for review since when; for admins also what waits by contributor, by finding, and the decisions ' +
      `of the last ${limits.statisticsDays} days by reviewer.`,
    reply: z.object({
      /** Send it back to mark this as read. */
      as_of: z.string(),
      /** Counted to a limit (limits.unreadNews). */
      unread: z.number(),
      /** Of these the approvals: `approved` may name fewer. */
      approved_unread: z.number(),
      /** Pending images: own ones, for admins those of all. */
      waiting: z.object({ count: z.number(), oldest_at: z.nullable(z.string()) }),
      rejected: z.array(decidedImage),
      approved: z.array(decidedImage),
      /** Null for contributors. */
      queue: z.nullable(queue),
    }),
  }),
  markRead: endpoint('POST', '/accounts/user/news/read/', {
    access: 'signed-in',
    summary: 'Marks as read what happened until `as_of`.',
    body: z.object({ as_of: z.iso.datetime('Say until when, as the news did') }),
    reply: z.object({}),
  }),
}
