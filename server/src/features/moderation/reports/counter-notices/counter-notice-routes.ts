import { type counterNoticeStates, counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { lockPeople } from '#features/moderation/people/people.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import { enqueueDigest } from '../report-mails.ts'
import { counterNoticeSecrets } from '../report-secrets.ts'
import { enqueueCounterNoticeMails } from './counter-notice-mails.ts'
import { type AnsweredDecision, addCounterNotice, decisionToAnswer, takeDownsOf } from './counter-notices.sql.ts'

/** Mounts the calls by which contributors answer a notice of copyright (requirements: #counter-notices). */
export function counterNoticeRoutes({ serve, db, masterKey }: FeatureDeps) {
  const { decisionOf, secretOf } = counterNoticeSecrets(masterKey)

  async function answered(database: Database, secret: string) {
    const id = decisionOf(secret)
    const decision = id && (await decisionToAnswer(database, id))
    if (!decision) throw fail('decision_not_found')
    return decision
  }

  serve(counterNotices, {
    async mine({ caller }) {
      const decisions = await takeDownsOf(db, caller.id)
      return {
        images: decisions.map((decision) => ({
          ...decision,
          id: decision.image_id,
          slug: decision.own_slug!,
          answer: decision.reason === 'copyright' ? { secret: secretOf(decision.id), state: stateOf(decision) } : null,
        })),
      }
    },

    async status({ params: { secret } }) {
      const decision = await answered(db, secret)
      return { ...decision, image: decision, state: stateOf(decision) }
    },

    async send({ body, request }) {
      const { secret, message = '', name = '', address = '', phone = '', signature = '' } = body
      const { owner_id } = await answered(db, secret)
      await db.transaction().execute(async (transaction) => {
        // The closing of an account withdraws what is stored: none may be added while it does. Two that are sent at the
        // same moment wait for each other here.
        if (owner_id !== null) await lockPeople(transaction, [owner_id])
        const decision = await answered(transaction, secret)
        if (stateOf(decision) !== 'possible') throw fail('too_late_to_answer')
        await addCounterNotice(transaction, { decision_id: decision.id, message, name, address, phone, signature })
        // Who has the address may send it, signed in or not. Of a closed account no network is recorded.
        const client = decision.is_closed ? { address: '', user_agent: '' } : clientOf(request)
        const about = { user: owner_id, count: 1, image: decision.image_id }
        await recordAuditEvent(transaction, { what: 'counter-notice sent', by: null, client, ...about })
        await enqueueCounterNoticeMails(transaction, decision.id)
        await enqueueDigest(transaction)
      })
      return { secret }
    },
  })
}

/** What is to be done about a take-down, for its contributor. */
function stateOf(decision: AnsweredDecision): (typeof counterNoticeStates)[number] {
  const { returns_at, outcome, last_verb, is_last, is_in_time, has_left } = decision
  if (outcome) return outcome
  if (has_left) return 'withdrawn'
  if (last_verb === 'reinstate') return last_verb
  if (returns_at) return 'open'
  return is_last && is_in_time ? 'possible' : 'too_late'
}
