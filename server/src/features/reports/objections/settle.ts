import type { SettlementOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import { lockPeople } from '#features/people/people.sql'
import { reinstate } from '#features/take-downs/take-down'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import { enqueueObjectionMails } from './objection-mails.ts'
import { dueCounterNotices, lockOpenObjection, type OpenObjection, openObjection, settle } from './objections.sql.ts'

/**
 * Locks an open objection, and before it the people who are concerned, as the closing of an account does; undefined
 * where it was decided about.
 */
export async function lockToSettle(transaction: Database, id: number, by: number | null) {
  const found = await openObjection(transaction, id)
  if (!found) return undefined
  const people = [by, found.owner_id].filter((person) => person !== null)
  if (people.length) await lockPeople(transaction, people)
  return lockOpenObjection(transaction, id)
}

interface Settlement {
  outcome: SettlementOutcome
  sentence: string
  /** The admin; null where the time of a counter-notice is over. */
  by: number | null
  client: ClientInfo
}

/**
 * Decides about an objection that is open, in the transaction of the caller: a picture that returns does so once a job
 * has brought back its files. Both sides are mailed.
 */
export async function settleObjection(transaction: Database, objection: OpenObjection, settlement: Settlement) {
  const { outcome, sentence, by, client } = settlement
  await settle(transaction, objection.id, { outcome, sentence, decided_by: by })
  if (outcome === 'returned') await reinstate(transaction, objection.image_id)
  const what = outcome === 'returned' ? 'image returned after objection' : 'image kept down after objection'
  await recordAuditEvent(transaction, {
    what,
    by,
    user: objection.owner_id,
    client,
    count: 1,
    image: objection.image_id,
  })
  await enqueueObjectionMails(transaction, objection.id, 'settled')
}

/** Returns the pictures whose counter-notice is old enough and about which no admin said otherwise; a nightly job. */
export async function returnPictures(db: Database): Promise<void> {
  for (const id of await dueCounterNotices(db))
    await db.transaction().execute(async (transaction) => {
      const objection = await lockToSettle(transaction, id, null)
      if (!objection) return
      const client = { address: '', user_agent: '' }
      await settleObjection(transaction, objection, { outcome: 'returned', sentence: '', by: null, client })
    })
}
