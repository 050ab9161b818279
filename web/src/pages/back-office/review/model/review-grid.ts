import { limits } from '@vitrine/contract/vocabulary/limits'
import { isWaiting, type QueueItem, type ReviewSession, updateItems } from './review-session.ts'

// Review as a grid: several images are approved at once, but for those that are left out (requirements: #review-grid).

/** What the grid shows, in the order of the queue; words alone are not judged by a picture. */
export const gridItems = ({ items }: ReviewSession): QueueItem[] =>
  items.filter((item) => isWaiting(item) && !item.isLeftOut && !item.image.waiting_edit).slice(0, limits.gridImages)

/** Asks for as many images as the grid has places. */
export const openGrid = (session: ReviewSession): ReviewSession => ({
  ...session,
  leaseSize: limits.gridImages,
  isComplete: false,
})

/** Goes on image by image, with those that were left out first. */
export const closeGrid = (session: ReviewSession): ReviewSession => ({
  ...session,
  leaseSize: limits.leasedImages,
  items: session.items.map((item) => ({ ...item, isLeftOut: false })),
  currentId: firstWaiting(session),
})

/** Approves images as one decision, and leaves others out of the next grids. */
export function approveGrid(session: ReviewSession, approved: number[], leftOut: number[]): ReviewSession {
  const decided = updateItems(session, approved, { verdict: 'approved' })
  const next = updateItems(decided, leftOut, { isLeftOut: true })
  return {
    ...next,
    undoStack: approved.length ? [...next.undoStack, approved] : next.undoStack,
    currentId: firstWaiting(next),
    taken: null,
    isFinished: false,
    hasFailed: false,
  }
}

const firstWaiting = ({ items }: ReviewSession) => items.find(isWaiting)?.image.id ?? null
