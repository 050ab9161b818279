import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../vocabulary/limits.ts'

const topImage = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  cloudflare_url: z.string(),
  downloads: z.number(),
})

/** Downloads and approvals for the dashboard (requirements: #dashboard). */
export const statistics = {
  overview: endpoint('GET', '/images/statistics/', {
    access: 'signed-in',
    summary: `Tells of the last ${limits.statisticsDays} days: downloads and approvals of one’s own images, an admin’s of everybody’s; and which were downloaded most.`,
    reply: z.object({
      /** In order, none left out. Days are the database's, in UTC. */
      days: z.array(z.object({ day: z.string(), downloads: z.number(), approvals: z.number() })),
      top: z.array(topImage),
    }),
  }),
}
