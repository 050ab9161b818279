import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

const session = z.object({
  id: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** For IPv6 the network, as `2001:db8:1:2::/64`. */
  address: z.string(),
  user_agent: z.string(),
  /** ISO 8601. The last use is accurate to the lifetime of an access token, 10 minutes. */
  created_at: z.string(),
  last_used_at: z.string(),
})
export type OpenSession = z.output<typeof session>

/** A person's open sessions, so that they can sign out a lost device (requirements: #sessions-page). */
export const sessions = {
  list: endpoint('GET', '/accounts/user/sessions/', {
    access: 'signed-in',
    summary: 'Lists the caller’s open sessions, the latest first.',
    reply: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint('DELETE', '/accounts/user/sessions/:id/', {
    access: 'signed-in',
    summary: 'Ends one session of the caller.',
    params: z.object({ id: z.guid('There is no such session') }),
    errors: ['session_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Signed out there.', failed: 'Something went wrong.' },
  }),
  endOthers: endpoint('DELETE', '/accounts/user/sessions/others/', {
    access: 'signed-in',
    summary: 'Ends all sessions of the caller except the current one.',
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'Signed out everywhere else.', failed: 'Something went wrong.' },
  }),
}
