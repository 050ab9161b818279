import { objections } from '@vitrine/contract/calls/visitors/objections'
import type { Config } from '#config'
import { lockPeople } from '#features/people/people.sql'
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

function assertPossible(state: ReturnType<typeof stateOf>): void {
  if (state === 'withdrawn') throw fail('account_left')
  if (state === 'ended' || state === 'too_late') throw fail('too_late_to_object')
  if (state !== 'possible') throw fail('already_objected')
}

interface ObjectionDeps {
  db: Database
  config: Config
  masterKey: MasterKey
}

/** Mounts the calls by which contributors object to a take-down (requirements: #objections). */
export function objectionRoutes(serve: EndpointServer, { db, config, masterKey }: ObjectionDeps) {
  const { hashOf } = objectionSecrets(masterKey)
  const { COUNTER_NOTICE_DAYS: days, TAKEN_DOWN_FILE_DAYS: fileDays } = config

  async function decisionOf(database: Database, secret: string) {
    const decision = await decisionBySecret(database, hashOf(secret), fileDays)
    if (!decision) throw fail('decision_not_found')
    return decision
  }

  serve(objections, {
    async status({ params: { secret } }) {
      const decision = await decisionOf(db, secret)
      const { title, slug, reason, owner_sentence, decided_at, at, kind, returns_at, sentence } = decision
      return {
        image: { title, slug },
        reason,
        decision_sentence: owner_sentence,
        decided_at: decided_at.toISOString(),
        state: stateOf(decision),
        days,
        objection: at && {
          at: at.toISOString(),
          kind,
          returns_at: returns_at?.toISOString() ?? null,
          sentence: sentence ?? '',
        },
      }
    },

    async send({ body, request }) {
      const { owner_id } = await decisionOf(db, body.secret)
      await db.transaction().execute(async (transaction) => {
        // The closing of an account withdraws what is stored: none may be added while it does.
        if (owner_id !== null) await lockPeople(transaction, [owner_id])
        const { id, image_id, reason, is_closed, ...decision } = await decisionOf(transaction, body.secret)
        assertPossible(stateOf(decision))
        if (body.kind === 'counter_notice' && reason !== 'copyright') throw fail('no_counter_notice')
        const objection = await addObjection(transaction, id, contentOf(body), days)
        if (objection === undefined) throw fail('already_objected')
        // Who has the address may send it, signed in or not. Of a closed account no network is recorded.
        const client = is_closed ? { address: '', user_agent: '' } : clientOf(request)
        const about = { user: owner_id, count: 1, image: image_id }
        await recordAuditEvent(transaction, { what: 'objection sent', by: null, client, ...about })
        await enqueueObjectionMails(transaction, objection, 'sent')
        await enqueueDigest(transaction)
      })
      return { message: objections.send.messages.done, secret: body.secret }
    },
  })
}
