import { sessions } from '@vitrine/contract/calls/accounts/auth'
import { recordAuditEvent } from '#features/users/audit.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { endSession, endUserSessions, liveSessions } from './sessions.sql.ts'

/** Mounts the calls that list and end one's own sessions. */
export function sessionRoutes(serve: EndpointServer, { db }: { db: Database }) {
  serve(sessions, {
    async list({ caller }) {
      const live = await liveSessions(db, caller.id)
      return {
        sessions: live.map(({ created_at, last_used_at, ...session }) => ({
          ...session,
          current: session.id === caller.session,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        })),
      }
    },

    async end({ params: { id }, caller, request }) {
      await db.transaction().execute(async (tx) => {
        if (!(await endSession(tx, id, caller.id))) throw fail('session_not_found')
        const client = clientOf(request)
        await recordAuditEvent(tx, { what: 'session ended', by: caller.id, user: caller.id, client })
      })
      return { message: sessions.end.messages.done }
    },

    async endOthers({ caller, request }) {
      const count = await db.transaction().execute(async (tx) => {
        await recordAuditEvent(tx, {
          what: 'signed out elsewhere',
          by: caller.id,
          user: caller.id,
          client: clientOf(request),
        })
        return endUserSessions(tx, caller.id, caller.session)
      })
      return { message: sessions.endOthers.messages.done, count }
    },
  })
}
