import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { changeStatus } from '#features/publishing/change-status'
import type { Database } from '#kit/database/pool'
import type { DecisionReason } from './decision-rules.ts'
import { recordDecisions } from './decisions.sql.ts'

/** Sets the status of images for the operator, in one transaction with the decision, so that none is without one. */
export const decideByCommand = (
  db: Database,
  imageIds: number[],
  status: ImageStatus,
  why: DecisionReason = { reason: null, note: '' },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await changeStatus(transaction, imageIds, status)
    await recordDecisions(transaction, imageIds, { by: null, status, ...why, about_edit: false })
  })
