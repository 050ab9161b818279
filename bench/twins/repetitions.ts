// What is said to be repeated within one library, and a contact sheet of it to look at.
import { join } from 'node:path'
import sharp from 'sharp'
import { candidateTest } from '../../contract/measures/similarity/candidates.ts'
import { compareRows, type Resemblance } from '../../contract/measures/similarity/compare-rows.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import { seededRandom } from '../scale/synthetic-library.ts'
import { clipArtFolder, type Picture } from './clip-art.ts'

export interface Repetitions {
  pictures: number
  /** Pairs that were compared, since their hashes are near. */
  candidates: number
  samePicture: number
  sameDrawing: number
  /** Pictures that have at least one partner. */
  withPartner: number
  /** Milliseconds of one comparison. */
  comparison: number
}

interface Pair extends Resemblance {
  one: Picture
  other: Picture
}

export async function measureRepetitions(pictures: Picture[], say: (line: string) => void): Promise<Repetitions> {
  const pairs: Pair[] = []
  let candidates = 0
  let spent = 0
  for (const [index, one] of pictures.entries()) {
    const isCandidate = candidateTest(one.row)
    for (const other of pictures.slice(index + 1)) {
      if (!isCandidate(other.row)) continue
      candidates++
      const began = performance.now()
      const resemblance = compareRows(one.row, other.row)
      spent += performance.now() - began
      if (resemblance) pairs.push({ one, other, ...resemblance })
    }
  }
  for (const kind of ['same_picture', 'same_drawing'] as const)
    say(
      `Look at ${await contactSheet(
        kind,
        pairs.filter((pair) => pair.kind === kind),
      )}`,
    )
  return {
    pictures: pictures.length,
    candidates,
    samePicture: pairs.filter(({ kind }) => kind === 'same_picture').length,
    sameDrawing: pairs.filter(({ kind }) => kind === 'same_drawing').length,
    withPartner: new Set(pairs.flatMap(({ one, other }) => [one, other])).size,
    comparison: spent / candidates,
  }
}

const [sheetColumns, sheetPairs, thumbnail] = [10, 100, 90]

/** A hundred pairs at random, one above the other; returns the path of the file. */
async function contactSheet(kind: Resemblance['kind'], pairs: Pair[]): Promise<string> {
  const random = seededRandom(pairs.length)
  const sample = pairs
    .map((pair) => ({ pair, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, sheetPairs)
  const file = join(await cacheFolder(), `twins-${kind.replace('_', '-')}.png`)
  const tiles = sample.flatMap(({ pair }, index) =>
    [pair.one, pair.other].map(async ({ path }, place) => ({
      input: await sharp(join(clipArtFolder, path))
        .resize({ width: thumbnail, height: thumbnail, fit: 'contain', background: '#0000' })
        .png()
        .toBuffer(),
      left: (index % sheetColumns) * (thumbnail + 12) + 6,
      top: Math.floor(index / sheetColumns) * (2 * thumbnail + 22) + place * (thumbnail + 4) + 6,
    })),
  )
  const width = sheetColumns * (thumbnail + 12)
  const height = Math.max(1, Math.ceil(sample.length / sheetColumns)) * (2 * thumbnail + 22)
  await sharp({ create: { width, height, channels: 3, background: '#c8d0c8' } })
    .composite(await Promise.all(tiles))
    .png()
    .toFile(file)
  return file
}
