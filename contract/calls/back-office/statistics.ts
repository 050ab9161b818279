import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { limits } from '../../vocabulary/limits.ts'

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
    summary:
      `Returns downloads and approvals for each of the last ${limits.statisticsDays} days, and the most downloaded ` +
      'images: of the caller’s own images, for admins of all.',
    reply: z.object({
      /** Every day in order, in UTC. */
      days: z.array(z.object({ day: z.string(), downloads: z.number(), approvals: z.number() })),
      top: z.array(topImage),
    }),
  }),
}
