import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { describe, expect, test } from 'vitest'
import {
  applyVerdict,
  countVerdicts,
  emptySession,
  mergeFetch,
  move,
  needsFetch,
  type ReviewSession,
  removeItem,
  requeue,
  requeueSkipped,
  undo,
  upcoming,
} from './review-session.ts'

/** The n-th image of the queue. */
const image = (n: number, version = 1) =>
  ({ id: n, created_at: new Date(n * 1000).toISOString(), version }) as ManagedImage
const images = (...numbers: number[]) => numbers.map((n) => image(n))
const reading = (of: ManagedImage[], { since = 0, count = of.length } = {}) => ({
  images: of,
  count,
  whole: count === of.length,
  since,
})
const sat = (...numbers: number[]) => mergeFetch(emptySession, reading(images(...numbers)))
const waiting = (sitting: ReviewSession) => upcoming({ ...sitting, currentId: null }).map((place) => place.image.id)

describe('deciding', () => {
  test('shows the next image at once, and the last one leaves an end that is looked at once more', () => {
    const after = applyVerdict(sat(1, 2), 'approved')
    expect([after.currentId, countVerdicts(after)]).toEqual([2, { approved: 1, rejected: 0, skipped: 0 }])
    const over = applyVerdict(after, 'rejected')
    expect([over.currentId, over.isFinished, needsFetch(over)]).toEqual([null, false, true])
    const ended = mergeFetch(over, reading([], { since: over.revision }))
    expect([ended.isFinished, needsFetch(ended)]).toEqual([true, false])
  })

  test('comes to what one walked past', () => {
    const walked = move(move(sat(1, 2, 3), 1), 1)
    expect(applyVerdict(walked, 'approved').currentId).toBe(1)
  })

  test('can be taken back, the latest first, skipping too', () => {
    const done = applyVerdict(applyVerdict(sat(1, 2, 3), 'approved'), 'skipped')
    const back = undo(done)
    expect([back.currentId, waiting(back)]).toEqual([2, [2, 3]])
    expect(waiting(undo(back))).toEqual([1, 2, 3])
    expect(undo(undo(undo(back))).currentId).toBe(1)
  })

  test('leaves skipped images to be looked at again', () => {
    const over = applyVerdict(applyVerdict(sat(1, 2), 'skipped'), 'approved')
    expect([over.currentId, requeueSkipped(over).currentId]).toEqual([null, 1])
  })

  test('walks over skipped images and never over decided ones', () => {
    const done = applyVerdict(applyVerdict(sat(1, 2, 3), 'skipped'), 'approved')
    expect([done.currentId, move(done, -1).currentId, move(done, 1).currentId]).toEqual([3, 1, 3])
  })
})

describe('a reading', () => {
  test('asks for more before the queue runs out, and no more once it was read to its end', () => {
    const long = images(...Array.from({ length: 20 }, (_, n) => n + 1))
    const some = mergeFetch(emptySession, reading(long, { count: 70 }))
    expect(needsFetch(some)).toBe(false)
    const later = Array.from({ length: 6 }).reduce<ReviewSession>((sitting) => applyVerdict(sitting, 'approved'), some)
    expect(needsFetch(later)).toBe(true)
    expect(needsFetch(mergeFetch(later, reading(long.slice(6), { since: later.revision })))).toBe(false)
  })

  test('brings nothing twice, not even what was decided while it was on its way', () => {
    const before = sat(1, 2, 3)
    const after = applyVerdict(before, 'approved')
    const known = mergeFetch(after, reading(images(1, 2, 3, 4), { since: before.revision }))
    expect(waiting(known)).toEqual([2, 3, 4])
  })

  test('drops what others have decided, but never the image that is looked at', () => {
    const sitting = sat(1, 2, 3, 4)
    expect(waiting(mergeFetch(sitting, reading(images(4))))).toEqual([1, 4])
  })

  test('keeps what lies behind the part that it has read', () => {
    const sitting = sat(1, 2, 3)
    expect(waiting(mergeFetch(sitting, reading(images(1, 2), { count: 60 })))).toEqual([1, 2, 3])
  })

  test('lets a decided image wait again that its contributor has changed since', () => {
    const after = applyVerdict(sat(1, 2), 'rejected')
    const again = mergeFetch(after, reading([image(1, 5), image(2)], { since: after.revision }))
    expect([waiting(again), countVerdicts(again).rejected, again.undoStack]).toEqual([[1, 2], 0, []])
  })

  test('says how many there are, those included that are done', () => {
    const after = applyVerdict(sat(1, 2, 3), 'approved')
    expect(mergeFetch(after, reading(images(2, 3, 4), { since: after.revision, count: 61 })).total).toBe(62)
  })
})

describe('a decision that did not come about', () => {
  test('brings its image back as the next one, and leaves the stage alone', () => {
    const after = applyVerdict(applyVerdict(sat(1, 2, 3, 4), 'approved'), 'approved')
    const back = requeue(after, 1)
    expect([back.currentId, upcoming(back)[0]?.image.id, countVerdicts(back).approved]).toEqual([3, 1, 1])
  })

  test('because somebody else had decided lets the image go, reads anew and goes on further down', () => {
    const after = applyVerdict(sat(1, 2, 3, 4, 5, 6, 7), 'approved')
    const without = removeItem(after, 1)
    expect([without.currentId, needsFetch(without), countVerdicts(without).approved]).toEqual([2, true, 0])
    expect(applyVerdict(without, 'approved').currentId).toBe(5)
  })
})
