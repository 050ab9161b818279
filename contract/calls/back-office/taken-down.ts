import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { objectionKinds, objectionOutcomes, takeDownStates } from '../../vocabulary/reports/objections.ts'
import { reportLimits } from '../../vocabulary/reports/report-limits.ts'

/** What became of the copies at the CDN. */
const cdnState = z.object({
  copies: z.number(),
  /** Seconds from the decision until no address of them answered with a picture; null while one does. */
  gone_seconds: z.nullable(z.number()),
  /** The host of an address that is not gone, the one that was checked last; null before that. */
  host: z.nullable(z.string()),
  /** What it answered then; null where it was not checked yet, or nothing answered. */
  status: z.nullable(z.number()),
  checked_at: z.nullable(z.string()),
  /** Whether it is deleted or checked again. */
  is_checking: z.boolean(),
})

const takenDownImage = z.object({
  /** Of the decision. */
  id: z.number(),
  title: z.string(),
  owner: z.nullable(z.string()),
  state: z.enum(takeDownStates),
  /** What became of it; `kind` is null where no objection was sent, and an admin brought the picture back. */
  objection: z.nullable(
    z.object({ kind: z.nullable(z.enum(objectionKinds)), outcome: z.nullable(z.enum(objectionOutcomes)) }),
  ),
})

/** Decisions that took images down, for admins (requirements: #take-down). */
export const takenDown = {
  latest: endpoint('GET', '/reports/taken-down/', {
    access: 'admin',
    summary:
      `Lists the last ${reportLimits.shown} decisions that took images down, with objections to them and what the ` +
      'CDN answers for their copies since.',
    reply: z.object({
      images: z.array(
        z.object({
          ...takenDownImage.shape,
          /** Of the picture, which may have been deleted for good. */
          image_id: z.number(),
          at: z.string(),
          by: z.nullable(z.string()),
          reason: z.string(),
          /** Other images of the same bytes that went with it. */
          others: z.array(takenDownImage),
          /** Null where the CDN had no copy. */
          cdn: z.nullable(cdnState),
        }),
      ),
    }),
    messages: { failed: 'Failed to load what was taken down.' },
  }),
}
