import { sessions } from '@vitrine/contract/sessions'
import { recordAuditEvent } from '#features/users/audit-queries'
import type { Database } from '#kit/database'
import { whereFrom } from '#kit/network'
import type { Serve } from '#kit/serve'
import { endUserSessions, liveSessions } from './queries.ts'

export function sessionRoutes(serve: Serve, { db }: { db: Database }) {
  serve(sessions, {
    async list({ user }) {
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

    async endOthers({ user, request }) {
      const count = await db.transaction().execute(async (tx) => {
        await recordAuditEvent(tx, {
          what: 'signed out elsewhere',
          by: user.id,
          user: user.id,
          client: whereFrom(request),
        })
        return endUserSessions(tx, user.id, user.session)
      })
      return { message: sessions.endOthers.messages.done, count }
    },
  })
}
