import type { ManagedImage } from '@vitrine/contract/lists'
import { describe, expect, test } from 'vitest'
import {
  act,
  ahead,
  beginning,
  comeBack,
  forget,
  lookAgain,
  move,
  read,
  type Sitting,
  tally,
  undo,
  wantsMore,
} from './sitting.ts'

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
const sat = (...numbers: number[]) => read(beginning, reading(images(...numbers)))
const waiting = (sitting: Sitting) => ahead({ ...sitting, shown: null }).map((place) => place.image.id)

describe('deciding', () => {
  test('shows the next image at once, and the last one leaves an end that is looked at once more', () => {
    const after = act(sat(1, 2), 'approved')
    expect([after.shown, tally(after)]).toEqual([2, { approved: 1, rejected: 0, skipped: 0 }])
    const over = act(after, 'rejected')
    expect([over.shown, over.ended, wantsMore(over)]).toEqual([null, false, true])
    const ended = read(over, reading([], { since: over.steps }))
    expect([ended.ended, wantsMore(ended)]).toEqual([true, false])
  })

  test('comes to what one walked past', () => {
    const walked = move(move(sat(1, 2, 3), 1), 1)
    expect(act(walked, 'approved').shown).toBe(1)
  })

  test('can be taken back, the latest first, skipping too', () => {
    const done = act(act(sat(1, 2, 3), 'approved'), 'skipped')
    const back = undo(done)
    expect([back.shown, waiting(back)]).toEqual([2, [2, 3]])
    expect(waiting(undo(back))).toEqual([1, 2, 3])
    expect(undo(undo(undo(back))).shown).toBe(1)
  })

  test('leaves skipped images to be looked at again', () => {
    const over = act(act(sat(1, 2), 'skipped'), 'approved')
    expect([over.shown, lookAgain(over).shown]).toEqual([null, 1])
  })

  test('walks over skipped images and never over decided ones', () => {
    const done = act(act(sat(1, 2, 3), 'skipped'), 'approved')
    expect([done.shown, move(done, -1).shown, move(done, 1).shown]).toEqual([3, 1, 3])
  })
})

describe('a reading', () => {
  test('asks for more before the queue runs out, and no more once it was read to its end', () => {
    const long = images(...Array.from({ length: 20 }, (_, n) => n + 1))
    const some = read(beginning, reading(long, { count: 70 }))
    expect(wantsMore(some)).toBe(false)
    const later = Array.from({ length: 6 }).reduce<Sitting>((sitting) => act(sitting, 'approved'), some)
    expect(wantsMore(later)).toBe(true)
    expect(wantsMore(read(later, reading(long.slice(6), { since: later.steps })))).toBe(false)
  })

  test('brings nothing twice, not even what was decided while it was on its way', () => {
    const before = sat(1, 2, 3)
    const after = act(before, 'approved')
    const known = read(after, reading(images(1, 2, 3, 4), { since: before.steps }))
    expect(waiting(known)).toEqual([2, 3, 4])
  })

  test('drops what others have decided, but never the image that is looked at', () => {
    const sitting = sat(1, 2, 3, 4)
    expect(waiting(read(sitting, reading(images(4))))).toEqual([1, 4])
  })

  test('keeps what lies behind the part that it has read', () => {
    const sitting = sat(1, 2, 3)
    expect(waiting(read(sitting, reading(images(1, 2), { count: 60 })))).toEqual([1, 2, 3])
  })

  test('lets a decided image wait again that its contributor has changed since', () => {
    const after = act(sat(1, 2), 'rejected')
    const again = read(after, reading([image(1, 5), image(2)], { since: after.steps }))
    expect([waiting(again), tally(again).rejected, again.acts]).toEqual([[1, 2], 0, []])
  })

  test('says how many there are, those included that are done', () => {
    const after = act(sat(1, 2, 3), 'approved')
    expect(read(after, reading(images(2, 3, 4), { since: after.steps, count: 61 })).total).toBe(62)
  })
})

describe('a decision that did not come about', () => {
  test('brings its image back as the next one, and leaves the stage alone', () => {
    const after = act(act(sat(1, 2, 3, 4), 'approved'), 'approved')
    const back = comeBack(after, 1)
    expect([back.shown, ahead(back)[0]?.image.id, tally(back).approved]).toEqual([3, 1, 1])
  })

  test('because somebody else had decided lets the image go, reads anew and goes on further down', () => {
    const after = act(sat(1, 2, 3, 4, 5, 6, 7), 'approved')
    const without = forget(after, 1)
    expect([without.shown, wantsMore(without), tally(without).approved]).toEqual([2, true, 0])
    expect(act(without, 'approved').shown).toBe(5)
  })
})
