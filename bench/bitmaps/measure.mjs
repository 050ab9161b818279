// Both bitmap implementations answer the same questions about the same posting lists; prints JSON.
import { RoaringBitmap32 } from 'roaring-wasm'
import {
  cardinality,
  decode,
  encode,
  fromOffsets,
  intersect,
  lastN,
  segmentSize,
  union,
  withChanges,
} from '../../server/src/features/search/inverted-index/bitmap.ts'

const images = Number(process.argv[2])
const segmentCount = Math.ceil(images / segmentSize)
const PAGE = 100

/** mulberry32: the same lists in every run. */
function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Publish numbers that each image has with this probability, in ascending order. */
function postings(share, seed) {
  const random = seededRandom(seed)
  const numbers = []
  for (let number = Math.floor(Math.log(1 - random()) / Math.log(1 - share)); number < images; ) {
    numbers.push(number)
    number += 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - share))
  }
  return numbers
}

/** The product's form: one set of offsets for each segment. */
function segmented(numbers) {
  const bySegment = Array.from({ length: segmentCount }, () => [])
  for (const number of numbers) bySegment[Math.floor(number / segmentSize)].push(number % segmentSize)
  return bySegment.map((offsets) => (offsets.length ? fromOffsets(offsets) : undefined))
}

const list = (share, seed) => {
  const numbers = postings(share, seed)
  const own = segmented(numbers)
  const bySegment = own.map((set) => set && new RoaringBitmap32(lastN(set, 0, segmentSize)))
  return { own, roaring: new RoaringBitmap32(numbers), bySegment }
}

const rare = list(0.0001, 1)
const medium = list(0.01, 2)
const common = list(0.15, 3)
const category = list(0.05, 4)
const prefix = Array.from({ length: 40 }, (_, at) => list(0.02 / (at + 1), 10 + at))
const lengths = Array.from({ length: 16 }, (_, at) => list(at === 0 ? 0.2 : 0.05, 60 + at))

/** Count of an own result, evaluated segment by segment, and one page of it, newest first. */
function ownPage(setOf, skip) {
  const sets = Array.from({ length: segmentCount }, (_, segment) => setOf(segment))
  let count = 0
  for (const set of sets) if (set) count += cardinality(set)
  const page = []
  let left = skip
  for (let segment = segmentCount - 1; segment >= 0 && page.length < PAGE; segment--) {
    const set = sets[segment]
    if (!set) continue
    const size = left ? cardinality(set) : 0
    if (left && left >= size) {
      left -= size
      continue
    }
    for (const offset of lastN(set, left, PAGE - page.length)) page.push(segment * segmentSize + offset)
    left = 0
  }
  return [count, page]
}

function roaringPage(bitmap, skip) {
  const count = bitmap.size
  const page = bitmap.sliceArray(Math.max(0, count - skip - PAGE), Math.max(0, count - skip)).reverse()
  return [count, page]
}

/** The drop-in replacement: the product's segments as roaring bitmaps. `compute` returns [bitmap, isNew]. */
function bySegmentPage(compute, skip) {
  const sets = Array.from({ length: segmentCount }, (_, segment) => compute(segment))
  let count = 0
  for (const [set] of sets) if (set) count += set.size
  const page = []
  let left = skip
  for (let segment = segmentCount - 1; segment >= 0 && page.length < PAGE; segment--) {
    const [set] = sets[segment]
    if (!set) continue
    const size = set.size
    if (left >= size) {
      left -= size
      continue
    }
    const end = size - left
    for (const offset of set.sliceArray(Math.max(0, end - (PAGE - page.length)), end).reverse())
      page.push(segment * segmentSize + offset)
    left = 0
  }
  for (const [set, isNew] of sets) if (isNew) set.dispose()
  return [count, page]
}

const bySegmentAnd = (left, right) => (segment) => {
  const [one, other] = [left.bySegment[segment], right.bySegment[segment]]
  return one && other ? [RoaringBitmap32.and(one, other), true] : [undefined, false]
}

const and =
  (...lists) =>
  (segment) => {
    let set = lists[0].own[segment]
    for (const one of lists.slice(1)) set = set && one.own[segment] ? intersect(set, one.own[segment]) : undefined
    return set
  }
const or = (lists) => (segment) => {
  const sets = lists.flatMap(({ own }) => own[segment] ?? [])
  return sets.length ? union(sets) : undefined
}

function withRoaring(compute, skip = 0) {
  const bitmap = compute()
  const result = roaringPage(bitmap, skip)
  bitmap.dispose()
  return result
}

const questions = {
  'a common term, page 1': {
    own: () => ownPage((segment) => common.own[segment], 0),
    bySegment: () => bySegmentPage((segment) => [common.bySegment[segment], false], 0),
    roaring: () => roaringPage(common.roaring, 0),
  },
  'a common term, page 300': {
    own: () => ownPage((segment) => common.own[segment], 29_900),
    bySegment: () => bySegmentPage((segment) => [common.bySegment[segment], false], 29_900),
    roaring: () => roaringPage(common.roaring, 29_900),
  },
  'a rare term': {
    own: () => ownPage((segment) => rare.own[segment], 0),
    bySegment: () => bySegmentPage((segment) => [rare.bySegment[segment], false], 0),
    roaring: () => roaringPage(rare.roaring, 0),
  },
  'two terms, common and medium': {
    own: () => ownPage(and(common, medium), 0),
    bySegment: () => bySegmentPage(bySegmentAnd(common, medium), 0),
    roaring: () => withRoaring(() => RoaringBitmap32.and(common.roaring, medium.roaring)),
  },
  'two common terms': {
    own: () => ownPage(and(common, category), 0),
    bySegment: () => bySegmentPage(bySegmentAnd(common, category), 0),
    roaring: () => withRoaring(() => RoaringBitmap32.and(common.roaring, category.roaring)),
  },
  'a prefix of 40 terms in a category': {
    own: () => {
      const expanded = or(prefix)
      return ownPage((segment) => {
        const [left, right] = [expanded(segment), category.own[segment]]
        return left && right ? intersect(left, right) : undefined
      }, 0)
    },
    bySegment: () =>
      bySegmentPage((segment) => {
        const all = RoaringBitmap32.orMany(prefix.map((one) => one.bySegment[segment]))
        if (category.bySegment[segment]) all.andInPlace(category.bySegment[segment])
        else all.clear()
        return [all, true]
      }, 0),
    roaring: () =>
      withRoaring(() => {
        const all = RoaringBitmap32.orMany(prefix.map(({ roaring }) => roaring))
        all.andInPlace(category.roaring)
        return all
      }),
  },
  'rank tiers: a common term by the length of its title': {
    own: () => {
      const page = []
      for (const length of lengths) {
        if (page.length >= PAGE) break
        page.push(...ownPage(and(common, length), 0)[1])
      }
      return [0, page.slice(0, PAGE)]
    },
    bySegment: () => {
      const page = []
      for (const length of lengths) {
        if (page.length >= PAGE) break
        page.push(...bySegmentPage(bySegmentAnd(common, length), 0)[1])
      }
      return [0, page.slice(0, PAGE)]
    },
    roaring: () => {
      const page = []
      for (const length of lengths) {
        if (page.length >= PAGE) break
        page.push(...withRoaring(() => RoaringBitmap32.and(common.roaring, length.roaring))[1])
      }
      return [0, page.slice(0, PAGE)]
    },
  },
}

const encodedCommon = common.own.map((set) => set && Buffer.from(encode(set)))
const serializedCommon = common.roaring.serialize('portable')
const serializedSegments = common.bySegment.map((bitmap) => bitmap?.serialize('portable'))
const changes = Array.from({ length: 10 }, (_, at) => at * 37)
questions['decoding a common term that the cache does not hold'] = {
  own: () => [encodedCommon.map((bytes) => bytes && decode(bytes)).length && 0, []],
  bySegment: () => {
    for (const bytes of serializedSegments) if (bytes) RoaringBitmap32.deserialize(bytes, 'portable').dispose()
    return [0, []]
  },
  roaring: () => {
    RoaringBitmap32.deserialize(serializedCommon, 'portable').dispose()
    return [0, []]
  },
}
questions['ten changes to a common term, encoded again'] = {
  own: () => [
    encode(
      withChanges(
        common.own.at(-1),
        changes,
        changes.map((one) => one + 1),
      ),
    ).length && 0,
    [],
  ],
  bySegment: () => {
    const bitmap = common.bySegment.at(-1).clone()
    bitmap.removeMany(changes.map((one) => one + 1))
    bitmap.addMany(changes)
    bitmap.serialize('portable')
    bitmap.dispose()
    return [0, []]
  },
  roaring: () => {
    const bitmap = common.roaring.clone()
    const base = (segmentCount - 1) * segmentSize
    bitmap.removeMany(changes.map((one) => base + one + 1))
    bitmap.addMany(changes.map((one) => base + one))
    bitmap.serialize('portable')
    bitmap.dispose()
    return [0, []]
  },
}

const sides = ['own', 'bySegment', 'roaring']

/** Milliseconds of processor time of one answer: the least of rounds in turn, since other work only adds. */
function timed(question) {
  const best = Object.fromEntries(sides.map((side) => [side, Number.POSITIVE_INFINITY]))
  for (let round = 0; round < 7; round++)
    for (const side of round % 2 ? sides : sides.toReversed()) {
      let runs = 0
      const began = process.cpuUsage()
      const until = performance.now() + 150
      while (performance.now() < until) {
        question[side]()
        runs++
      }
      const { user, system } = process.cpuUsage(began)
      best[side] = Math.min(best[side], (user + system) / 1000 / runs)
    }
  return best
}

const bytesOf = ({ own }) => own.reduce((sum, set) => sum + (set?.byteLength ?? 0), 0)
const results = Object.entries(questions).map(([label, question]) => {
  const answers = sides.map((side) => JSON.stringify(question[side]()))
  if (new Set(answers).size > 1) throw new Error(`The answers differ: ${label}`)
  return { label, ...timed(question) }
})
const sizes = Object.entries({ rare, medium, common }).map(([name, one]) => {
  one.roaring.runOptimize()
  return { name, own: bytesOf(one), roaring: one.roaring.getSerializationSizeInBytes('portable') }
})
console.log(JSON.stringify({ images, results, sizes }))
