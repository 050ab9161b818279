import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { countedPictures, trust, trustBenefits } from '../../vocabulary/trust/trust-levels.ts'

/** One's own level as a contributor (requirements: #trust). */
export const trustCalls = {
  mine: endpoint('GET', '/accounts/user/trust/', {
    access: 'signed-in',
    summary:
      'Tells the caller’s level (new, known or trusted) with the numbers that decide it, of the last ' +
      `${countedPictures} pictures that were decided about, and what levels bring. Null for admins, who have none.`,
    reply: z.object({ trust: z.nullable(trust), benefits: trustBenefits }),
  }),
}
