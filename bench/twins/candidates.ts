// Finding and deciding among a million generated rows, each a mixture of two pictures in one of four orientations.
import { compareRows, maxDrawingAspect, maxHashDistance } from '../../contract/measures/similarity/compare-rows.ts'
import { dctHash, orientHash } from '../../contract/measures/similarity/dct-hash.ts'
import { HashIndex, type HashMatch } from '../../contract/measures/similarity/hash-index.ts'
import { type Orientation, orientations } from '../../contract/measures/similarity/orientations.ts'
import { type PerceptualRow, planesLength, planesOf } from '../../contract/measures/similarity/perceptual-row.ts'
import { median } from '../harness/median.ts'
import { seededRandom } from '../scale/synthetic-library.ts'
import { percentile } from '../search/metrics.ts'
import type { Picture } from './clip-art.ts'

/** Milliseconds. */
interface Spread {
  median: number
  p95: number
}

export interface CandidateSearch {
  rows: number
  /** Upright and mirrored. */
  upright: Spread
  /** In all eight orientations. */
  all: Spread
  /** Candidates of one picture in all orientations. */
  candidates: Spread
  /** Candidates whose aspect ratio is near too, for which planes are read. */
  compared: Spread
  /** Comparing the planes of those, without reading them from the database. */
  decision: Spread
}

const searches = 100

export function measureCandidates(pictures: Picture[], rows: number): CandidateSearch {
  const random = seededRandom(rows)
  const index = new HashIndex(rows)
  const aspects = new Float32Array(rows)
  for (let id = 0; id < rows; id++) {
    const row = mixture(pictures, random)
    index.add(id, row.hash)
    aspects[id] = row.logAspect
  }
  const times = { upright: [] as number[], all: [] as number[], decision: [] as number[] }
  const [candidates, compared]: number[][] = [[], []]
  for (let n = 0; n < searches; n++) {
    const sought = mixture(pictures, random)
    times.upright.push(timeOf(() => index.search(sought.hash, [0, 1], maxHashDistance)))
    let matches: HashMatch[] = []
    times.all.push(
      timeOf(() => {
        matches = index.search(sought.hash, orientations, maxHashDistance)
      }),
    )
    const near = matches.filter(({ id, orientation }) => hasNearAspect(sought, aspects[id]!, orientation))
    candidates!.push(matches.length)
    compared!.push(near.length)
    // Any planes take the time of those of the candidates, of which a million would fill the memory.
    const planes = near.map(() => pictures[Math.floor(random() * pictures.length)]!.row)
    times.decision.push(
      timeOf(() => {
        for (const row of planes) compareRows(sought, row)
      }),
    )
  }
  return {
    rows,
    upright: spread(times.upright),
    all: spread(times.all),
    candidates: spread(candidates!),
    compared: spread(compared!),
    decision: spread(times.decision),
  }
}

function mixture(pictures: Picture[], random: () => number): PerceptualRow {
  const [one, other] = [0, 1].map(() => pictures[Math.floor(random() * pictures.length)]!.row)
  const share = 0.55 + 0.45 * random()
  const planes = new Uint8Array(planesLength)
  for (let at = 0; at < planesLength; at++) planes[at] = one!.planes[at]! * share + other!.planes[at]! * (1 - share)
  const orientation = Math.floor(random() * 4) as Orientation
  return {
    hash: orientHash(dctHash(planesOf({ planes }).edges), orientation),
    logAspect: one!.logAspect * share + other!.logAspect * (1 - share),
    planes,
  }
}

const hasNearAspect = (sought: PerceptualRow, logAspect: number, orientation: Orientation) =>
  Math.abs((orientation & 4 ? -sought.logAspect : sought.logAspect) - logAspect) <= maxDrawingAspect

function timeOf(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const spread = (values: number[]): Spread => ({ median: median(values), p95: percentile(values, 0.95) })
