import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FindingKind, isFault, isVerified } from '@vitrine/contract/measures/findings'
import type { PictureMeasures } from '../../server/src/imaging/measures/measure-picture.ts'
import { measurePicture } from '../../server/src/imaging/measures/measure-picture.ts'
import { say } from '../harness/benchmark.ts'
import { cacheFolder } from '../harness/data-folder.ts'
import { rawSharp } from '../harness/pixels.ts'
import { hashOf, type Random, seededRandom } from '../harness/random.ts'
import type { Drawing, PictureKind } from './picture-set.ts'
import { decodeClipArt, type LibraryHalf, type Subjects, subjectsOf } from './subjects.ts'

/** Real pictures whose fault a look has confirmed. */
const confirmedFaults: Record<string, FindingKind> = {
  'computer/icons/flat-theme/action/pen_style_nopen.png': 'nothing_to_see',
  'computer/icons/etiquette-theme/apps/wine.png': 'specks',
  'computer/icons/etiquette-theme/stock/calligraphy.png': 'specks',
  'electronics/bulb/light_bulb_karl_bartel_01.png': 'nothing_to_see',
  'recreation/sports/badminton_racket_brice_b_01.png': 'nothing_to_see',
  'signs_and_symbols/teschio_fabio_olivo_01.png': 'nothing_to_see',
  'signs_and_symbols/zero_stars_saurabh_nanda_01.png': 'nothing_to_see',
  'special/gradients/gradient-americana.png': 'nothing_to_see',
}

/** How often each kind was found. */
export type Found = Partial<Record<FindingKind, number>>

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
  found: Found
  /** Painted checkerboards with at least five corners of squares to be seen. */
  manyCrossings?: { count: number; named: number }
}

export interface LibraryResults {
  count: number
  found: Found
  /** Each fault with the picture's path: those that a look confirmed, and the others. */
  confirmed: { kind: FindingKind; file: string }[]
  unconfirmed: { kind: FindingKind; file: string }[]
  /** Milliseconds of processor time of measuring each picture, for a megapixel; smaller ones count as one. */
  perMegapixel: number[]
}

/** A checkerboard of which fewer crossings can be seen is none to the eye either. */
const minCrossings = 2
/** Crossings from which on a board must hardly ever be missed. */
const manyCrossings = 5
const fewCrossings = 'Where two to four crossings can be seen, drawings have as many by chance.'

export async function measureKind(kind: PictureKind, library: LibraryHalf): Promise<KindResults> {
  const { name, count, expected } = kind
  const random = seededRandom(hashOf(`${name} ${library.half}`))
  const subjects = subjectsOf(library, random)
  const judged = { untellable: {}, named: 0, verified: 0, unexpectedFaults: 0, found: {} }
  const results: KindResults = { name, count, expected, ...judged }
  for (let number = 0; number < count; number++) {
    const drawing = await drawVisible(kind, random, subjects)
    const measures = measurePicture(drawing)
    const isRight = addPicture(results, measures, drawing, kind.untellable)
    // Those who tune must not see the held-out pictures.
    if (!isRight && library.half === 'tuned') await keepForALook(drawing, `${name} ${number}`, measures)
  }
  say(`${name}: ${results.named} of ${count} named, ${results.unexpectedFaults} unexpected faults`)
  return results
}

/** Draws until enough of a checkerboard can be seen, where the picture is to have one. */
async function drawVisible(kind: PictureKind, random: Random, subjects: Subjects): Promise<Drawing> {
  for (;;) {
    const drawing = await kind.draw(random, subjects)
    if ((drawing.crossings ?? minCrossings) >= minCrossings) return drawing
  }
}

/** Adds one picture to the results and says whether it was judged rightly. */
function addPicture(results: KindResults, measures: PictureMeasures, drawing: Drawing, ofKind?: string): boolean {
  const { crossings, untellable } = drawing
  const isNamed = measures.findings.some(({ kind }) => results.expected.includes(kind))
  const hasUnexpected = measures.findings.some((one) => isFault(one) && !results.expected.includes(one.kind))
  addFound(results.found, measures)
  if (isNamed) results.named++
  if (isVerified(measures)) results.verified++
  if (hasUnexpected) results.unexpectedFaults++
  const hasFewCrossings = crossings !== undefined && crossings < manyCrossings
  const reason = ofKind ?? untellable ?? (hasFewCrossings ? fewCrossings : undefined)
  if (reason) {
    results.untellable[reason] ??= { count: 0, verified: 0 }
    results.untellable[reason].count++
    results.untellable[reason].verified += Number(isVerified(measures))
  }
  if (crossings !== undefined) {
    results.manyCrossings ??= { count: 0, named: 0 }
    results.manyCrossings.count += Number(!hasFewCrossings)
    results.manyCrossings.named += Number(!hasFewCrossings && isNamed)
  }
  return results.expected.length ? isNamed : !hasUnexpected
}

function addFound(found: Found, { findings }: PictureMeasures) {
  for (const { kind } of findings) found[kind] = (found[kind] ?? 0) + 1
}

async function keepForALook(image: Drawing, title: string, { findings }: PictureMeasures) {
  const what = findings.map(({ kind }) => kind).join('+') || 'nothing'
  const file = `${title.replaceAll(/[^a-z0-9]+/gi, '-')}_${image.crossings ?? ''}_${what}.png`
  const folder = join(await cacheFolder(), 'truth')
  await mkdir(folder, { recursive: true })
  await rawSharp(image).png({ compressionLevel: 1 }).toFile(join(folder, file))
  say(`  ${join(folder, file)}`)
}

/** Every picture of a half of the library; where they have faults, a look must confirm them. */
export async function measureRealPictures({ files }: LibraryHalf): Promise<LibraryResults> {
  const lists = { confirmed: [], unconfirmed: [], perMegapixel: [] }
  const results: LibraryResults = { count: 0, found: {}, ...lists }
  for (const [at, file] of files.entries()) {
    if (at % 500 === 0) say(`${at} of ${files.length} real pictures`)
    const image = await decodeClipArt(file).catch(() => null)
    // Pictures above the limit of pixels are not taken by the product either.
    if (!image) continue
    const before = process.threadCpuUsage()
    const measures = measurePicture(image)
    const { user, system } = process.threadCpuUsage(before)
    results.perMegapixel.push((user + system) / 1000 / Math.max(1, (image.width * image.height) / 1e6))
    results.count++
    addFound(results.found, measures)
    for (const { kind } of measures.findings.filter(isFault))
      results[confirmedFaults[file] === kind ? 'confirmed' : 'unconfirmed'].push({ kind, file })
  }
  return results
}
