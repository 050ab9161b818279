import { sessions } from '@vitrine/contract/calls/sessions'
import { recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { endUserSessions, liveSessions } from './sessions.sql.ts'

export function sessionRoutes(serve: EndpointServer, { db }: { db: Database }) {
  serve(sessions, {
    async list({ caller: user }) {
      const open = await liveSessions(db, user.id)
      return {
        sessions: open.map(({ created_at, last_used_at, ...one }) => ({
          ...one,
          current: one.id === user.session,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        })),
      }
    },

    async endOthers({ caller: user, request }) {
      const count = await db.transaction().execute(async (tx) => {
        await recordAuditEvent(tx, {
          what: 'signed out elsewhere',
          by: user.id,
          user: user.id,
          client: clientOf(request),
        })
        return endUserSessions(tx, user.id, user.session)
      })
      return { message: sessions.endOthers.messages.done, count }
    },
  })
}
