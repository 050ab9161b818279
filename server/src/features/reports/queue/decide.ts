import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { ReportOutcome } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { reportSentence } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Actor, recordImageEvent } from '#features/back-office/image-audit'
import { syncReadModel } from '#features/publishing/read-model'
import { type LockedImage, lockAnyImage, setWithheld } from '#features/publishing/withheld-images.sql'
import { reinstate, type TakeDown, takeDown } from '#features/take-downs/take-down'
import { isKeptDown } from '#features/take-downs/take-down.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { enqueueDecisionMails, enqueueOwnerMail } from '../mails/report-mails.ts'
import { blockOwner, changeOwnerBlock, lockOwner } from './block-owner.ts'
import {
  addCausedDecisions,
  addDecision,
  closeReports,
  isBlockedByDecision,
  lastDecision,
  openReports,
  reopenReports,
  reopenUnanswered,
} from './decisions.sql.ts'

export interface ReportDecision {
  outcome: ReportOutcome
  /** The last report that the admin has seen. */
  seen_report_id: number
  /** How many open notices of copyright they have seen. */
  seen_notices: number
  /** With an image that is taken down. */
  blocks_contributor?: boolean | undefined
  sentence?: string | undefined
  owner_sentence: string
  reason?: string | undefined
}

export interface DecisionResult {
  decision: number
  /** Whether visitors see a difference. */
  isVisible: boolean
}

const events: Record<ReportOutcome, AuditEvent> = {
  unchanged: 'image kept after reports',
  corrected: 'image corrected after reports',
  withheld: 'image hidden after reports',
  taken_down: 'image taken down',
}

/**
 * Decides about all open reports of an image in one transaction with what visitors see of it. While it is withheld they
 * stay open; every other decision closes them. An admin decides about what they have seen: newer reports refuse it.
 */
export const decideReports = (
  db: Database,
  caller: Required<Actor>,
  imageId: number,
  about: ReportDecision,
): Promise<DecisionResult> =>
  db.transaction().execute(async (transaction) => {
    const blocks = about.outcome === 'taken_down' && about.blocks_contributor
    const has_blocked = blocks ? await blockOwner(transaction, caller, imageId) : false
    const image = await lockAsSeen(transaction, imageId, about)
    await reopenUnanswered(transaction, imageId)
    const open = (await openReports(transaction, imageId))!
    const { outcome, sentence, owner_sentence, reason = open.reason } = about
    const decision = await addDecision(transaction, image, {
      decided_by: caller.id,
      outcome,
      reason,
      sentence: sentence || reportSentence(outcome),
      owner_sentence,
      report_count: open.count,
      has_blocked,
    })
    if (outcome !== 'withheld') await closeReports(transaction, imageId, decision, about.seen_report_id)
    const hasLeft =
      outcome === 'taken_down' && (await takeDownAll(transaction, image, decision, { reason, by: caller.id }))
    if (image.is_withheld !== (outcome === 'withheld')) await setWithheld(transaction, image, outcome === 'withheld')
    await recordImageEvent(transaction, events[outcome], caller, [image])
    await enqueueDecisionMails(transaction, decision, outcome)
    return { decision, isVisible: (await syncReadModel(transaction, [imageId])) || hasLeft || has_blocked }
  })

/**
 * Takes an image down with the others of its bytes, each of which gets a decision of its own, about which its owner is
 * mailed; not the owner of this image, who is mailed about this one. Returns whether visitors saw any of them.
 */
async function takeDownAll(transaction: Database, image: LockedImage, decision: number, about: TakeDown) {
  const { isVisible, others } = await takeDown(transaction, image.id, about)
  for (const caused of await addCausedDecisions(transaction, decision, others))
    if (caused.owner_id !== image.owner_id) await enqueueOwnerMail(transaction, caused.id)
  return isVisible
}

/** Locks an image whose reports are those that the admin has seen. */
async function lockAsSeen(db: Database, imageId: number, { outcome, seen_report_id, seen_notices }: ReportDecision) {
  const image = await lockAnyImage(db, imageId)
  if (!image) throw fail('image_not_found')
  const open = await openReports(db, imageId)
  if (!open || open.last_id > seen_report_id) throw fail('changed_meanwhile')
  if (outcome !== 'withheld' && open.notices > seen_notices) throw fail('notices_unseen')
  if (outcome === 'withheld' && (image.is_withheld || image.deleted_at)) throw fail('changed_meanwhile')
  if (outcome !== 'taken_down' && image.deleted_at && (await isKeptDown(db, imageId))) throw fail('stays_down')
  return image
}

/**
 * Takes the last decision about an image back while its mails wait; its reports are open again, and a block that came
 * with it ends, unless it came with another one too.
 */
export const undoDecision = (db: Database, caller: Required<Actor>, decisionId: number): Promise<DecisionResult> =>
  db.transaction().execute(async (transaction) => {
    const { image, decision, blocked } = await lockUndoable(transaction, caller, decisionId)
    if (blocked && !(await isBlockedByDecision(transaction, blocked.id, { besides: decision.id })))
      await changeOwnerBlock(transaction, caller, blocked.id, false)
    for (const imageId of await reopenReports(transaction, decision.id)) {
      const earlier = await lastDecision(transaction, { imageId })
      if (earlier) await enqueueOwnerMail(transaction, earlier.id)
    }
    if (decision.outcome === 'taken_down') await reinstate(transaction, image.id)
    if (image.is_withheld !== decision.was_withheld) await setWithheld(transaction, image, decision.was_withheld)
    await recordImageEvent(transaction, 'decision about reports undone', caller, [image])
    return { decision: decision.id, isVisible: (await syncReadModel(transaction, [image.id])) || blocked !== undefined }
  })

/** Locks the image first, as a decision does, and before it whom the decision has blocked. */
async function lockUndoable(db: Database, caller: Required<Actor>, decisionId: number) {
  const found = await lastDecision(db, { id: decisionId })
  if (!found || found.caused_by !== null) throw fail('report_not_found')
  const { has_blocked, owner_id } = found
  const blocked = has_blocked && owner_id ? await lockOwner(db, caller, owner_id) : undefined
  const image = await lockAnyImage(db, found.image_id)
  if (!image) throw fail('image_not_found')
  const decision = await lastDecision(db, { imageId: image.id })
  if (decision?.id !== decisionId) throw fail('changed_meanwhile')
  if (!decision.is_undoable) throw fail('too_late')
  return { image, decision, blocked }
}
