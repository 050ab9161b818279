import type { Caller } from '@vitrine/contract/caller'
import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { ImageStatus, OwnStatus } from '@vitrine/contract/schemas/image'
import type { FastifyRequest } from 'fastify'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'

/** The person of a call; without `client` what they do is part of an event that is recorded elsewhere. */
export type Actor = Caller & { client?: ClientInfo }

export const actorOf = (caller: Caller, request: FastifyRequest): Required<Actor> => ({
  ...caller,
  client: clientOf(request),
})

export const decisionEvents = {
  approved: 'images approved',
  rejected: 'images rejected',
  pending: 'images returned to review',
} as const satisfies Record<ImageStatus, AuditEvent>

/** One event for all images of a call, about their owner where they share one; of drafts admins learn nothing. */
export async function recordImageEvent(
  db: Database,
  what: AuditEvent,
  { id, client }: Actor,
  all: { id: number; owner_id: number; status: OwnStatus }[],
): Promise<void> {
  const images = all.filter(({ status }) => status !== 'draft')
  if (!client || !images.length) return
  const owners = [...new Set(images.map(({ owner_id }) => owner_id))]
  const user = owners.length === 1 ? owners[0]! : null
  const named = images.length === 1 && { image: images[0]!.id }
  await recordAuditEvent(db, { what, by: id, user, client, count: images.length, ...named })
}
