import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import {
  applyVerdict,
  changeImage,
  countVerdicts,
  editRejection,
  emptySession,
  isFinished,
  type Lease,
  lastDecided,
  mergeLease,
  move,
  needsLease,
  type QueueItem,
  type ReviewSession,
  undo,
  upcoming,
  updateItem,
} from './review-session.ts'

const image = (n: number, version = 1) =>
  ({ id: n, created_at: new Date(n * 1000).toISOString(), version }) as ManagedImage
const images = (...numbers: number[]) => numbers.map((n) => image(n))
const lease = (given: ManagedImage[], rest: Partial<Lease> = {}): Lease => ({
  images: given,
  count: given.length,
  gone: [],
  elsewhere: [],
  ...rest,
})
const answer = (session: ReviewSession, id: number, act: QueueItem['act'] = 9) => updateItem(session, id, { act })
const gone = (...ids: number[]) => ids.map((id) => ({ id, status: 'approved' as const, by: 'boss2' }))
const sessionWith = (...numbers: number[]) => mergeLease(emptySession, lease(images(...numbers)))
const waitingIds = (session: ReviewSession) => upcoming({ ...session, currentId: null }).map(({ image }) => image.id)

test('a verdict shows the next image at once, and the last one refetches the queue', () => {
  const after = applyVerdict(sessionWith(1, 2), 'approved')
  expect([after.currentId, countVerdicts(after)]).toEqual([2, { approved: 1, rejected: 0, skipped: 0 }])
  const last = applyVerdict(after, 'rejected')
  expect([last.currentId, isFinished(last), needsLease(last)]).toEqual([null, false, true])
  const ended = mergeLease(last, lease([]))
  expect([isFinished(ended), needsLease(ended)]).toEqual([true, false])
})

test('a verdict leads back to images moved past', () => {
  const walked = move(move(sessionWith(1, 2, 3), 1), 1)
  expect(applyVerdict(walked, 'approved').currentId).toBe(1)
})

test('a verdict cannot be undone once it is final, nor can those before it', () => {
  const done = applyVerdict(applyVerdict(sessionWith(1, 2, 3), 'approved'), 'rejected')
  const final = answer(done, 2, null)
  expect(undo(final)).toBe(final)
  expect(waitingIds(undo(answer(done, 1, null)))).toEqual([2, 3])
})

test('a verdict moves to skipped images but never to decided ones', () => {
  const done = applyVerdict(applyVerdict(sessionWith(1, 2, 3), 'skipped'), 'approved')
  expect([done.currentId, move(done, -1).currentId, move(done, 1).currentId]).toEqual([3, 1, 3])
})

test('a lease is needed before the queue runs out, but not once it brought fewer than there may be', () => {
  const full = sessionWith(...Array.from({ length: 12 }, (_, n) => n + 1))
  expect(needsLease(full)).toBe(false)
  const later = Array.from({ length: 5 }).reduce<ReviewSession>((session) => applyVerdict(session, 'approved'), full)
  expect(needsLease(later)).toBe(true)
  expect(needsLease(mergeLease(later, lease(images(13))))).toBe(false)
})

test('a lease adds new images behind those that are there, and sets the total, including decided ones', () => {
  const after = applyVerdict(sessionWith(1, 2, 3), 'approved')
  const merged = mergeLease(after, lease(images(4), { count: 61 }))
  expect([waitingIds(merged), merged.total]).toEqual([[2, 3, 4], 62])
})

test('a lease drops what others have decided, also the image that is shown, and says so', () => {
  const merged = mergeLease(sessionWith(1, 2, 3, 4), lease([], { gone: gone(1, 3) }))
  expect([waitingIds(merged), merged.currentId, merged.taken]).toMatchObject([[2, 4], 2, { id: 1, by: 'boss2' }])
  expect(applyVerdict(merged, 'approved').taken).toBe(null)
})

test('a lease does not drop what was decided while it was under way', () => {
  const after = applyVerdict(sessionWith(1, 2), 'approved')
  const merged = mergeLease(after, lease([image(1, 2)], { gone: gone(1) }))
  expect([countVerdicts(merged).approved, lastDecided(merged)?.image.version]).toEqual([1, 1])
})

test('a lease requeues a decided image that its contributor has changed since', () => {
  const after = answer(applyVerdict(sessionWith(1, 2), 'rejected'), 1)
  const again = mergeLease(after, lease([image(1, 5)]))
  expect([waitingIds(again), countVerdicts(again).rejected, lastDecided(again)]).toEqual([[1, 2], 0, undefined])
})

const found: Partial<ManagedImage> = {
  findings: [
    { kind: 'haze', share: 0.2 },
    { kind: 'halo', colour: '#ffffff', share: 0.5, places: [] },
  ],
  overruled: [],
}
const session = mergeLease(emptySession, lease([{ ...image(1), ...found }, image(2)]))
const reasons = ({ items }: ReviewSession) => items.map(({ rejection }) => rejection.reason)
const overrule = (before: ReviewSession) =>
  changeImage(before, 1, { is_verified: false, overruled: [{ kind: 'haze', reason: 'Mist.', by: null, at: '' }] })

test('the reason of the worst finding is chosen beforehand, and follows when that finding is overruled', () => {
  expect(reasons(session)).toEqual(['no_alpha', null])
  expect(reasons(overrule(session))).toEqual(['fringe', null])
})

test('the reason of the worst finding never replaces what the reviewer has chosen', () => {
  expect(reasons(overrule(editRejection(session, { reason: 'rights' })))).toEqual(['rights', null])
})
