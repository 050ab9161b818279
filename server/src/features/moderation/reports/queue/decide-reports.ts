import type { Caller } from '@vitrine/contract/caller'
import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { HandlerInput } from '@vitrine/contract/endpoint'
import { type ReportVerb, reportSentences } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { setHiddenByReport } from '#features/images/visibility/states.sql'
import { reinstate, takeDown } from '#features/moderation/take-downs/take-down'
import { imagesKeptDown, type LockedImage, lockAnyImage } from '#features/moderation/take-downs/take-down.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import type { Logger } from '#kit/logger'
import {
  answerCounterNotices,
  imagesDue,
  imagesWithCounterNotice,
  lockOwners,
} from '../counter-notices/counter-notices.sql.ts'
import { enqueueDecisionMails, isDecidedAgain } from '../report-mails.ts'
import { addDecisions, closeReports, type OpenReports, openReports } from './queue.sql.ts'

type ReportDecision = HandlerInput<typeof reportQueue.decide>['body']

/** An admin, or no one where the time of a counter-notice is over. */
interface Decider {
  id: Caller['id'] | null
  client: ClientInfo
}

const events: Record<ReportVerb, AuditEvent> = {
  keep: 'image kept after reports',
  correct: 'image corrected after reports',
  hide: 'image hidden after reports',
  take_down: 'image taken down',
  reinstate: 'image reinstated',
  keep_down: 'image kept down',
}

/** Decides about an image, or all images of its bytes where they are taken down; reports of a hidden one stay open. */
export async function decideReports(
  transaction: Database,
  { id: by, client }: Decider,
  imageId: number,
  about: ReportDecision,
) {
  const { verb, note } = about
  await lockOwners(transaction, imageId, by)
  const image = await lockAnyImage(transaction, imageId)
  if (!image) throw fail('image_not_found')
  const open = await openReports(transaction, imageId)
  const reason = reasonOf(image, open, about)
  const { isVisible, ids } = await imagesOf(transaction, image, { verb, reason, by })
  const sentence = about.sentence || reportSentences[verb]
  const decision = await addDecisions(transaction, ids, { verb, reason, note, sentence, decided_by: by })
  if (reason && verb !== 'hide') await closeReports(transaction, decision)
  if (!reason) await answerCounterNotices(transaction, decision)
  if (verb === 'reinstate') await reinstate(transaction, imageId)
  if (reason && verb !== 'take_down') await setHiddenByReport(transaction, imageId, verb === 'hide')
  const entry = { what: events[verb], by, user: image.owner_id, client, count: 1, image: imageId }
  await recordAuditEvent(transaction, entry)
  await enqueueDecisionMails(transaction, decision)
  return { decision, isVisible: (await syncReadModel(transaction, [imageId])) || isVisible }
}

/** The reason of a decision that closes reports; null of one about what was taken down. */
function reasonOf(image: LockedImage, open: OpenReports | undefined, about: ReportDecision): string | null {
  const { verb, seen_report_id, reason } = about
  if (isDecidedAgain(verb)) return null
  if (!open || open.last_id > seen_report_id) throw fail('changed_meanwhile')
  const isListed = !['draft', 'trash', 'taken_down'].includes(image.state)
  if (verb === 'hide' && (image.hidden_by_report || !isListed)) throw fail('changed_meanwhile')
  if (verb !== 'take_down' && image.state === 'taken_down') throw fail('stays_down')
  return reason ?? open.reason
}

/** The images that a decision is about, the named one first, and whether visitors see that they are gone. */
async function imagesOf(
  db: Database,
  { id }: LockedImage,
  { verb, reason, by }: { verb: ReportVerb; reason: string | null; by: number | null },
) {
  if (verb === 'take_down') return takeDown(db, id, { reason: reason!, by })
  if (!isDecidedAgain(verb)) return { isVisible: false, ids: [id] }
  const ids = verb === 'reinstate' ? await imagesKeptDown(db, id) : await imagesWithCounterNotice(db, id)
  if (!ids.includes(id)) throw fail('not_taken_down')
  return { isVisible: false, ids: [id, ...ids.filter((other) => other !== id)] }
}

/** Reinstates pictures after their counter-notice; one that fails holds up no other, and is tried again next night. */
export async function returnPictures({ backgroundDb, log }: { backgroundDb: Database; log: Pick<Logger, 'warn'> }) {
  const noOne = { id: null, client: { address: '', user_agent: '' } }
  const decision = { verb: 'reinstate', seen_report_id: 0, sentence: '', note: '' } as const
  for (const image of await imagesDue(backgroundDb))
    try {
      await backgroundDb.transaction().execute((transaction) => decideReports(transaction, noOne, image, decision))
    } catch (error) {
      log.warn({ err: error, image }, 'a picture did not return after its counter-notice')
    }
}
