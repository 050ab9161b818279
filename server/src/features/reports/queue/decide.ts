import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { ReportOutcome } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { reportSentence } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Actor, recordImageEvent } from '#features/back-office/image-audit'
import { syncReadModel } from '#features/publishing/read-model'
import { lockAnyImage, setWithheld } from '#features/publishing/withheld-images.sql'
import { reinstate, takeDown } from '#features/take-downs/take-down'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { enqueueDecisionMails } from '../mails/report-mails.ts'
import { addDecision, closeReports, lastDecision, openReports, reopenReports } from './decisions.sql.ts'

export interface ReportDecision {
  outcome: ReportOutcome
  sentence?: string | undefined
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
 * stay open; every other decision closes them.
 */
export const decideReports = (
  db: Database,
  caller: Actor,
  imageId: number,
  { outcome, sentence, reason }: ReportDecision,
): Promise<DecisionResult> =>
  db.transaction().execute(async (transaction) => {
    const image = await lockAnyImage(transaction, imageId)
    if (!image) throw fail('image_not_found')
    const open = await openReports(transaction, imageId)
    if (!open || (outcome === 'withheld' && image.is_withheld)) throw fail('changed_meanwhile')
    const decision = await addDecision(transaction, image, {
      decided_by: caller.id,
      outcome,
      reason: reason ?? open.reason,
      sentence: sentence || reportSentence(outcome),
      report_count: open.count,
    })
    if (outcome !== 'withheld') await closeReports(transaction, imageId, decision)
    const about = { reason: reason ?? open.reason, by: caller.id }
    const hasLeft = outcome === 'taken_down' && (await takeDown(transaction, imageId, about))
    if (image.is_withheld !== (outcome === 'withheld')) await setWithheld(transaction, image, outcome === 'withheld')
    await recordImageEvent(transaction, events[outcome], caller, [image])
    await enqueueDecisionMails(transaction, decision, outcome)
    return { decision, isVisible: (await syncReadModel(transaction, [imageId])) || hasLeft }
  })

/** Takes the last decision about an image back while its mails wait; its reports are open again. */
export const undoDecision = (db: Database, caller: Actor, decisionId: number): Promise<DecisionResult> =>
  db.transaction().execute(async (transaction) => {
    const { image, decision } = await lockUndoable(transaction, decisionId)
    await reopenReports(transaction, decision.id)
    if (decision.outcome === 'taken_down') await reinstate(transaction, image.id)
    if (image.is_withheld !== decision.was_withheld) await setWithheld(transaction, image, decision.was_withheld)
    await recordImageEvent(transaction, 'decision about reports undone', caller, [image])
    return { decision: decision.id, isVisible: await syncReadModel(transaction, [image.id]) }
  })

/** Locks the image first, as a decision does. */
async function lockUndoable(db: Database, decisionId: number) {
  const found = await lastDecision(db, { id: decisionId })
  if (!found) throw fail('report_not_found')
  const image = await lockAnyImage(db, found.image_id)
  if (!image) throw fail('image_not_found')
  const decision = await lastDecision(db, { imageId: image.id })
  if (decision?.id !== decisionId) throw fail('changed_meanwhile')
  if (!decision.is_undoable) throw fail('too_late')
  return { image, decision }
}
