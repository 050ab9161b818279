import { objections } from '@vitrine/contract/calls/visitors/objections'
import type { Config } from '#config'
import { recordAuditEvent } from '#features/users/audit.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import type { MasterKey } from '#kit/security/master-key'
import { enqueueDigest } from '../mails/digest-mails.ts'
import { objectionSecrets } from '../report-secrets.ts'
import { enqueueObjectionMails } from './objection-mails.ts'
import { contentOf, stateOf } from './objection-rules.ts'
import { addObjection, decisionBySecret } from './objections.sql.ts'

interface ObjectionDeps {
  db: Database
  config: Config
  masterKey: MasterKey
}

/** Mounts the calls by which contributors object to a take-down (requirements: #objections). */
export function objectionRoutes(serve: EndpointServer, { db, config, masterKey }: ObjectionDeps) {
  const { hashOf } = objectionSecrets(masterKey)
  const { COUNTER_NOTICE_DAYS: days, TAKEN_DOWN_FILE_DAYS: fileDays } = config

  async function decisionOf(secret: string) {
    const decision = await decisionBySecret(db, hashOf(secret), fileDays)
    if (!decision) throw fail('decision_not_found')
    return decision
  }

  serve(objections, {
    async status({ params: { secret } }) {
      const decision = await decisionOf(secret)
      const { title, slug, reason, decided_at, at, kind, returns_at, sentence } = decision
      return {
        image: { title, slug },
        reason,
        decided_at: decided_at.toISOString(),
        state: stateOf(decision),
        days,
        objection: at &&
          kind && {
            at: at.toISOString(),
            kind,
            returns_at: returns_at?.toISOString() ?? null,
            sentence: sentence ?? '',
          },
      }
    },

    async send({ body, request }) {
      const { id, owner_id, reason, ...decision } = await decisionOf(body.secret)
      const state = stateOf(decision)
      if (state === 'ended' || state === 'too_late') throw fail('too_late_to_object')
      if (state !== 'possible') throw fail('already_objected')
      if (body.kind === 'counter_notice' && reason !== 'copyright') throw fail('no_counter_notice')
      await db.transaction().execute(async (transaction) => {
        const objection = await addObjection(transaction, id, contentOf(body), days)
        if (objection === undefined) throw fail('already_objected')
        // Who has the address may send it, signed in or not.
        const event = { what: 'objection sent', by: null, user: owner_id, client: clientOf(request), count: 1 } as const
        await recordAuditEvent(transaction, event)
        await enqueueObjectionMails(transaction, objection, 'sent')
        await enqueueDigest(transaction)
      })
      return { message: objections.send.messages.done, secret: body.secret }
    },
  })
}
