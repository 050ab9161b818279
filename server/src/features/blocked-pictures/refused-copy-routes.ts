import type { Caller } from '@vitrine/contract/caller'
import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import { refusedCopies } from '@vitrine/contract/calls/back-office/refused-copies'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyRequest } from 'fastify'
import { recordAuditEvent } from '#features/users/audit.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { countRefusedCopies, type RefusedCopyRow, refusedCopiesPage, setAllowedBy } from './refused-copies.sql.ts'

/** Mounts the calls by which admins see what was refused as a copy, and overrule it (requirements: #take-down). */
export function refusedCopyRoutes(serve: EndpointServer, { db }: { db: Database }) {
  const perPage = limits.managedImagesPerPage
  serve(refusedCopies, {
    async list({ query: { page } }) {
      const copies = await refusedCopiesPage(db, perPage, (page - 1) * perPage)
      return { count: await countRefusedCopies(db), copies: copies.map(toReply) }
    },
    async allow({ params: { id }, caller, request }) {
      await change(db, id, { what: 'refused upload allowed', allowedBy: caller.id, caller, request })
      return { message: refusedCopies.allow.messages.done }
    },
    async refuse({ params: { id }, caller, request }) {
      await change(db, id, { what: 'refused upload refused again', allowedBy: null, caller, request })
      return { message: refusedCopies.refuse.messages.done }
    },
  })
}

interface Change {
  what: AuditEvent
  allowedBy: number | null
  caller: Caller
  request: FastifyRequest
}

const change = (db: Database, id: number, { what, allowedBy, caller, request }: Change) =>
  db.transaction().execute(async (transaction) => {
    const user = await setAllowedBy(transaction, id, allowedBy)
    if (user === undefined) throw fail('copy_not_found')
    await recordAuditEvent(transaction, { what, by: caller.id, user, client: clientOf(request) })
  })

function toReply({ title, sentence, reason, blocked_at, blocked_by, allowed_at, allowed_by, ...copy }: RefusedCopyRow) {
  return {
    ...copy,
    at: copy.at.toISOString(),
    picture: { title, reason, sentence, at: blocked_at.toISOString(), by: blocked_by },
    allowed: allowed_at && { by: allowed_by, at: allowed_at.toISOString() },
  }
}
