// How often changed copies are recognised, and how often different signs on one frame are taken for the same.
import { join } from 'node:path'
import { compareRows, meanDifference } from '../../server/src/imaging/measures/similarity/compare-rows.ts'
import {
  type PerceptualRow,
  perceptualRow,
  planesOf,
} from '../../server/src/imaging/measures/similarity/perceptual-row.ts'
import { candidateTest } from '../../server/test/candidate-rows.ts'
import { say } from '../harness/benchmark.ts'
import { seededRandom } from '../harness/random.ts'
import { clipArtFolder } from '../harness/sample-pngs.ts'
import { decode, type Picture } from './clip-art.ts'
import { signsOnOneFrame } from './signs.ts'
import { type Expected, transformations } from './transformations.ts'

export interface KindOfPairs {
  name: string
  expected: Expected
  pairs: number
  /** Pairs called the same picture. */
  pictures: number
  /** Pairs called the same picture or the same drawing. */
  drawings: number
  /** Pairs whose hashes are within the distance of candidates. */
  candidates: number
}

/** Icons below this are measured by a kind of their own; larger pictures take minutes. */
const [minSide, maxPixels] = [100, 1_500_000]

const perKind = 100
const framePairs = 600

const usable = (pictures: Picture[]) =>
  pictures.filter(({ width, height }) => Math.min(width, height) >= minSide && width * height <= maxPixels)

export async function measurePairs(pictures: Picture[], seed: number): Promise<KindOfPairs[]> {
  const all = usable(pictures)
  const kinds: KindOfPairs[] = []
  for (const [index, transformation] of transformations.entries()) {
    const random = seededRandom(seed * 1000 + index)
    const kind = emptyKind(transformation.name, transformation.expected)
    for (let n = 0; n < perKind; n++) {
      const original = random.pick(all)
      const changed = await transformation.apply(await decode(join(clipArtFolder, original.path)), random)
      count(kind, perceptualRow(changed), original.row)
    }
    say(`${kind.name}: ${kind.pictures} the same picture, ${kind.drawings} at least the same drawing`)
    kinds.push(kind)
  }
  return [...kinds, await measureFrames(all, seed)]
}

async function measureFrames(pictures: Picture[], seed: number): Promise<KindOfPairs> {
  const random = seededRandom(seed * 1000 + 999)
  const kind = emptyKind('different signs on one frame', 'another_picture')
  while (kind.pairs < framePairs) {
    const [one, other] = [random.pick(pictures), random.pick(pictures)]
    if (one === other || compareRows(one.row, other.row) || haveSameOutline(one.row, other.row)) continue
    const signs = await Promise.all([one, other].map(({ path }) => decode(join(clipArtFolder, path))))
    const [first, second] = await signsOnOneFrame([signs[0]!, signs[1]!], random)
    count(kind, perceptualRow(first), perceptualRow(second))
  }
  return kind
}

/** Silhouettes are all that the signs show, so two of one outline are no different signs. */
const haveSameOutline = (one: PerceptualRow, other: PerceptualRow) =>
  meanDifference(planesOf(one).opacity, planesOf(other).opacity) < 0.03 * 255

const emptyKind = (name: string, expected: Expected): KindOfPairs => ({
  name,
  expected,
  pairs: 0,
  pictures: 0,
  drawings: 0,
  candidates: 0,
})

function count(kind: KindOfPairs, one: PerceptualRow | null, other: PerceptualRow | null): void {
  const resemblance = one && other && compareRows(one, other)
  kind.pairs++
  if (one && other && candidateTest(one)(other)) kind.candidates++
  if (resemblance) kind.drawings++
  if (resemblance?.kind === 'same_picture') kind.pictures++
}
