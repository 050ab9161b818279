import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FindingKind, isFault, isVerified, type PictureMeasures } from '@vitrine/contract/measures/findings'
import { measurePicture } from '@vitrine/contract/measures/measure-picture'
import type { RgbaImage } from '@vitrine/contract/measures/rgba-image'
import { cacheFolder } from '../harness/cache-folder.ts'
import type { Half } from '../search/questions/question.ts'
import { hashOf, type Random, seededRandom } from '../search/questions/random.ts'
import { rawSharp } from './canvas.ts'
import { confirmedFaults } from './confirmed-faults.ts'
import type { Drawing, PictureKind } from './picture-set.ts'
import { decodePng, type LibraryHalf, type Subjects, subjectsOf } from './subjects.ts'

/** How the pictures of one kind were judged. */
export interface KindResults {
  name: string
  count: number
  expected: FindingKind[]
  /** Those that may be called verified, by the reason. */
  untellable: Record<string, { count: number; verified: number }>
  /** Pictures in which one of the expected kinds was found. */
  named: number
  /** Pictures that would be called verified. */
  verified: number
  /** Pictures with a fault that is not expected. */
  unexpectedFaults: number
  /** How often each kind was found. */
  found: Partial<Record<FindingKind, number>>
  /** Painted checkerboards with at least five corners of squares to be seen. */
  manyCrossings?: { count: number; named: number }
  /** Files of pictures that were judged wrongly, for a look. */
  wrong: string[]
}

/** Milliseconds: of processor time of the measures, and on the clock for decoding, which uses several threads. */
export interface Cost {
  perPicture: number[]
  /** Pictures below one megapixel count as one: places are looked at, not pixels. */
  perMegapixel: number[]
}

export interface LibraryResults {
  count: number
  found: Partial<Record<FindingKind, number>>
  /** Each fault with the picture's path: those that a look confirmed, and the others. */
  confirmed: { kind: FindingKind; file: string }[]
  unconfirmed: { kind: FindingKind; file: string }[]
  measuring: Cost
  decoding: Cost
}

/** Crossings from which on a board must hardly ever be missed. */
export const manyCrossings = 5
const fewCrossings = 'Where two to four crossings can be seen, drawings have as many by chance.'

const emptyCost = (): Cost => ({ perPicture: [], perMegapixel: [] })

function addCost(cost: Cost, ms: number, { width, height }: RgbaImage) {
  cost.perPicture.push(ms)
  cost.perMegapixel.push(ms / Math.max(1, (width * height) / 1e6))
}

export async function measureKind(kind: PictureKind, library: LibraryHalf): Promise<KindResults> {
  const { name, count, expected } = kind
  const { half } = library
  const random = seededRandom(hashOf(`${name} ${half}`))
  const subjects = subjectsOf(library, random)
  const results: KindResults = {
    name,
    count,
    expected,
    untellable: {},
    named: 0,
    verified: 0,
    unexpectedFaults: 0,
    found: {},
    wrong: [],
  }
  for (let number = 0; number < count; number++) {
    const drawing = await drawVisible(kind, random, subjects)
    const measures = measurePicture(drawing.pixels, drawing.width, drawing.height)
    const isRight = addPicture(results, measures, drawing, kind.untellable)
    if (!isRight)
      results.wrong.push(await keepForALook(drawing, `${name} ${number}`, half, measures, drawing.crossings))
  }
  return results
}

/** A checkerboard of which fewer crossings can be seen is none to the eye either. */
const minCrossings = 2

/** Draws until enough of a checkerboard can be seen, where the picture is to have one. */
async function drawVisible(kind: PictureKind, random: Random, subjects: Subjects): Promise<Drawing> {
  for (;;) {
    const drawing = await kind.draw(random, subjects)
    if ((drawing.crossings ?? minCrossings) >= minCrossings) return drawing
  }
}

/** Adds one picture to the results and says whether it was judged rightly. */
function addPicture(results: KindResults, measures: PictureMeasures, drawing: Drawing, ofKind?: string): boolean {
  const { crossings } = drawing
  const isNamed = measures.findings.some(({ kind }) => results.expected.includes(kind))
  const hasUnexpected = measures.findings.some((one) => isFault(one) && !results.expected.includes(one.kind))
  for (const { kind } of measures.findings) results.found[kind] = (results.found[kind] ?? 0) + 1
  if (isNamed) results.named++
  if (isVerified(measures)) results.verified++
  const reason = ofKind ?? untellableOf(drawing)
  if (reason) addUntellable(results, reason, isVerified(measures))
  if (hasUnexpected) results.unexpectedFaults++
  if (crossings !== undefined) {
    results.manyCrossings ??= { count: 0, named: 0 }
    if (crossings >= manyCrossings) {
      results.manyCrossings.count++
      if (isNamed) results.manyCrossings.named++
    }
  }
  return results.expected.length ? isNamed : !hasUnexpected
}

const untellableOf = ({ untellable, crossings }: Drawing) =>
  untellable ?? (crossings !== undefined && crossings < manyCrossings ? fewCrossings : undefined)

function addUntellable({ untellable }: KindResults, reason: string, verified: boolean) {
  const pictures = untellable[reason] ?? { count: 0, verified: 0 }
  untellable[reason] = { count: pictures.count + 1, verified: pictures.verified + (verified ? 1 : 0) }
}

async function keepForALook(
  image: RgbaImage,
  title: string,
  half: Half,
  { findings }: PictureMeasures,
  crossings?: number,
): Promise<string> {
  const what = findings.map(({ kind }) => kind).join('+') || 'nothing'
  const file = `${title.replaceAll(/[^a-z0-9]+/gi, '-')} ${crossings ?? ''} ${what}.png`.replaceAll(/ +/g, '_')
  // Those who tune must not see the held-out pictures.
  if (half === 'held-out') return file
  const folder = join(await cacheFolder(), 'truth')
  await mkdir(folder, { recursive: true })
  await rawSharp(image).png({ compressionLevel: 1 }).toFile(join(folder, file))
  return file
}

/** Every picture of a half of the library; where they have faults, a look must confirm them. */
export async function measureRealPictures(
  { folder, files }: LibraryHalf,
  say: (line: string) => void,
): Promise<LibraryResults> {
  const results: LibraryResults = {
    count: 0,
    found: {},
    confirmed: [],
    unconfirmed: [],
    measuring: emptyCost(),
    decoding: emptyCost(),
  }
  for (const [at, file] of files.entries()) {
    if (at % 500 === 0) say(`${at} of ${files.length} real pictures`)
    const start = performance.now()
    const image = await decodePng(join(folder, file)).catch(() => null)
    // Pictures above the limit of pixels are not taken by the product either.
    if (!image) continue
    const decoded = performance.now()
    const before = process.threadCpuUsage()
    const { findings } = measurePicture(image.pixels, image.width, image.height)
    const { user, system } = process.threadCpuUsage(before)
    addCost(results.measuring, (user + system) / 1000, image)
    addCost(results.decoding, decoded - start, image)
    results.count++
    for (const one of findings) {
      results.found[one.kind] = (results.found[one.kind] ?? 0) + 1
      if (!isFault(one)) continue
      const list = confirmedFaults[file] === one.kind ? results.confirmed : results.unconfirmed
      list.push({ kind: one.kind, file })
    }
  }
  return results
}
