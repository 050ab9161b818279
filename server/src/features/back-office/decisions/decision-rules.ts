import type { ImageStatus } from '@vitrine/contract/schemas/image'

export interface DecisionReason {
  reason: string | null
  note: string
}

/** The reason and note to store with a decision: only a rejection has them. */
export const decisionReason = (
  status: ImageStatus,
  { reason, note }: { reason?: string | undefined; note?: string | undefined },
): DecisionReason => (status === 'rejected' ? { reason: reason ?? null, note: note ?? '' } : { reason: null, note: '' })

/**
 * The images for which this is a new decision: their status changes, or they are rejected again with another reason. A
 * repeated rejection without a reason is no new decision.
 */
export function newlyDecidedIds(
  images: { id: number; status: ImageStatus }[],
  { status, reason, note }: DecisionReason & { status: ImageStatus },
  lastRejections: Map<number, DecisionReason>,
): number[] {
  const hasNewReason = (id: number) => {
    const last = lastRejections.get(id)
    return (reason !== null || note !== '') && (last?.reason !== reason || last.note !== note)
  }
  return images
    .filter((image) => image.status !== status || (status === 'rejected' && hasNewReason(image.id)))
    .map(({ id }) => id)
}
