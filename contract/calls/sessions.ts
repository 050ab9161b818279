import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const session = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Of IPv6 the network, as `2001:db8:1:2::/64`. */
  address: z.string(),
  user_agent: z.string(),
  /** Times as ISO 8601. The last use is known to within the life of an access token. */
  created_at: z.string(),
  last_used_at: z.string(),
})
export type OpenSession = z.output<typeof session>

/** Where one is signed in, so that a lost device can be signed out (requirements: #sessions-page). */
export const sessions = {
  list: endpoint('GET', '/accounts/user/sessions/', {
    access: 'signed-in',
    summary: 'Lists where one is signed in, the latest first.',
    reply: z.object({ sessions: z.array(session) }),
  }),
  endOthers: endpoint('DELETE', '/accounts/user/sessions/others/', {
    access: 'signed-in',
    summary: 'Signs one out everywhere else.',
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'Signed out everywhere else.', failed: 'Something went wrong.' },
  }),
}
