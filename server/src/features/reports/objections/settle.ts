import { lockPeople } from '#features/people/people.sql'
import { reinstate } from '#features/take-downs/take-down'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { enqueueObjectionMails, enqueueOwnerMail } from './objection-mails.ts'
import {
  decisionToEnd,
  dueCounterNotices,
  endTakeDown,
  lockOpenObjection,
  type OpenObjection,
  openObjection,
  setKeptDown,
} from './objections.sql.ts'

/**
 * Locks an open objection, and before it the people who are concerned, as the closing of an account does; undefined
 * where it was decided about.
 */
export async function lockToSettle(transaction: Database, id: number, by: number | null) {
  const found = await openObjection(transaction, id)
  if (!found) return undefined
  await lockConcerned(transaction, by, found.owner_id)
  return lockOpenObjection(transaction, id)
}

async function lockConcerned(transaction: Database, ...ids: (number | null)[]) {
  const people = ids.filter((id) => id !== null)
  if (people.length) await lockPeople(transaction, people)
}

interface Settlement {
  sentence: string
  /** The admin; null where the time of a counter-notice is over. */
  by: number | null
  client: ClientInfo
}

/** Decides that an objection changes nothing, in the transaction of the caller. Both sides are mailed. */
export async function keepDown(transaction: Database, objection: OpenObjection, settlement: Settlement) {
  const { sentence, by, client } = settlement
  await setKeptDown(transaction, objection.id, { sentence, decided_by: by })
  const about = { user: objection.owner_id, count: 1, image: objection.image_id }
  await recordAuditEvent(transaction, { what: 'image kept down after objection', by, client, ...about })
  await enqueueObjectionMails(transaction, objection.id, 'settled')
}

interface TakeDownToEnd {
  decision_id: number
  image_id: number
  owner_id: number | null
}

/**
 * Brings back what a decision keeps down, in the transaction of the caller, once a job has brought back the files: the
 * picture, and those that it took along. Both sides are mailed, the owners of the others, and both sides of a
 * counter-notice to one of them. Returns whether this decision still kept it down.
 */
export async function bringBack(
  transaction: Database,
  { decision_id, image_id, owner_id }: TakeDownToEnd,
  { sentence, by, client }: Settlement,
  event: 'settled' | 'reversed' = 'settled',
): Promise<boolean> {
  const ended = await endTakeDown(transaction, decision_id, { sentence, decided_by: by })
  if (!ended.length) return false
  await reinstate(transaction, image_id)
  const what = event === 'settled' ? 'image returned after objection' : 'image brought back'
  await recordAuditEvent(transaction, { what, by, user: owner_id, client, count: 1, image: image_id })
  for (const one of ended)
    if (one.decision_id === decision_id) await enqueueObjectionMails(transaction, one.id, event)
    else if (one.kind === 'counter_notice') await enqueueObjectionMails(transaction, one.id, 'settled')
    else if (one.owner_id !== owner_id) await enqueueOwnerMail(transaction, one.id, 'settled')
  return true
}

/** Brings a picture back that is down for longer than its decision can be undone, without an objection. */
export async function reverseTakeDown(
  transaction: Database,
  decision: number,
  fileDays: number,
  settlement: Settlement & { by: number },
): Promise<void> {
  const found = await decisionToEnd(transaction, decision, fileDays)
  if (!found) throw fail('decision_not_found')
  await lockConcerned(transaction, settlement.by, found.owner_id)
  if (found.state === 'undoable') throw fail('take_back_instead')
  if (found.state === 'too_late') throw fail('file_not_stored')
  const about = { decision_id: decision, image_id: found.image_id, owner_id: found.owner_id }
  if (!(await bringBack(transaction, about, settlement, 'reversed'))) throw fail('not_taken_down')
}

interface ReturnDeps {
  backgroundDb: Database
  log: Pick<Logger, 'warn'>
}

/**
 * Returns the pictures whose counter-notice is old enough and about which no admin said otherwise; a nightly job. One
 * that fails is tried again in the next night, and holds up no other.
 */
export async function returnPictures({ backgroundDb, log }: ReturnDeps): Promise<void> {
  const settlement = { sentence: '', by: null, client: { address: '', user_agent: '' } }
  for (const id of await dueCounterNotices(backgroundDb))
    try {
      await backgroundDb.transaction().execute(async (transaction) => {
        const objection = await lockToSettle(transaction, id, null)
        if (objection) await bringBack(transaction, objection, settlement)
      })
    } catch (error) {
      log.warn({ err: error, objection: id }, 'a picture did not return after its counter-notice')
    }
}
