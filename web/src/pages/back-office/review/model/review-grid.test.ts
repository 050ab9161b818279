import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { needsFetch } from './lease-request.ts'
import { approveGrid, closeGrid, gridItems, openGrid } from './review-grid.ts'
import { countVerdicts, emptySession, mergeFetch, type ReviewSession, requeue, undo } from './review-session.ts'

const sessionOf = (count: number, session: ReviewSession = emptySession) => {
  const images = Array.from({ length: count }, (_, n) => ({ id: n + 1, version: 1 }) as ManagedImage)
  const { revision, wantedFetch: wanted, leaseSize: size } = session
  return mergeFetch(session, { images, count, gone: [], elsewhere: [], revision, wanted, size })
}
const idsOf = (session: ReviewSession) => gridItems(session).map(({ image }) => image.id)

test('a grid asks for as many images as it has places, and no edit is in it', () => {
  const opened = openGrid(sessionOf(limits.leasedImages))
  expect(needsFetch(opened)).toBe(true)
  const filled = sessionOf(limits.gridImages, opened)
  expect([needsFetch(filled), idsOf(filled).length]).toEqual([false, limits.gridImages])
  const [first, ...others] = filled.items
  const edited = { ...first!, image: { ...first!.image, waiting_edit: {} } as ManagedImage }
  expect(idsOf({ ...filled, items: [edited, ...others] })).not.toContain(1)
})

test('what is left out stays out of the next grid and comes first afterwards, in order', () => {
  const after = approveGrid(openGrid(sessionOf(6)), [2, 4, 5], [1, 3])
  expect([idsOf(after), countVerdicts(after).approved]).toEqual([[6], 3])
  const closed = closeGrid(after)
  expect([closed.currentId, idsOf(closed)]).toEqual([1, [1, 3, 6]])
})

test('one undo takes the whole grid back, but for a decision that failed and waits again', () => {
  const after = approveGrid(openGrid(sessionOf(4)), [1, 2, 3], [])
  expect(idsOf(undo(after))).toEqual([1, 2, 3, 4])
  expect(requeue(after, 2).undoStack).toEqual([[1, 3]])
})
