import { setImmediate } from 'node:timers/promises'
import type { ImageResemblance } from '@vitrine/contract/schemas/image'
import { nearRows, type PerceptualRows, perceptualRowOf } from '#features/images/files/file-facts.sql'
import { compareRows, type Resemblance } from '#imaging/measures/similarity/compare-rows'
import type { PerceptualRow } from '#imaging/measures/similarity/perceptual-row'
import type { Database } from '#kit/database/statements'
import { hashOfImage, type ImageOfFile, imagesOfFiles } from './images-of-files.sql.ts'

export type AlikeImage = ImageOfFile & ImageResemblance

/** Files whose images are looked up at most. */
const maxFiles = 50

/** Sorted by likeness, then the person's own first; without a row of a file that is not measured or not visible. */
export async function imagesAlike(
  db: Database,
  { sha256, row }: { sha256: string; row: PerceptualRow | undefined },
  personId: number,
): Promise<AlikeImage[]> {
  const resemblances = new Map<string, ImageResemblance>([
    [sha256, { kind: 'same_file', orientation: 0, other_colours: false }],
  ])
  for (const { sha256: hash, kind, orientation, hasOtherColours } of row ? await findLookAlikes(db, row) : [])
    if (!resemblances.has(hash)) resemblances.set(hash, { kind, orientation, other_colours: hasOtherColours })
  const images = await imagesOfFiles(db, [...resemblances.keys()].slice(0, maxFiles), personId)
  return images.map((image) => ({ ...image, ...resemblances.get(image.sha256)! }))
}

/** The same for an image of the library, which is left out; one whose new file waits is there once. */
export async function imagesLikeImage(db: Database, id: number, personId: number): Promise<AlikeImage[]> {
  const sha256 = await hashOfImage(db, id, personId)
  if (!sha256) return []
  const images = await imagesAlike(db, { sha256, row: await perceptualRowOf(db, sha256) }, personId)
  const listed = new Set([id])
  return images.filter((image) => !listed.has(image.id) && listed.add(image.id))
}

interface LookAlike extends Resemblance {
  sha256: string
}

/** Comparisons between two turns of the event loop: some 3 ms. */
const comparisonsPerTurn = 40

/** The files that show the same picture or the same drawing, the same pictures and the most similar first. */
export async function findLookAlikes(db: Database, row: PerceptualRow, among?: PerceptualRows): Promise<LookAlike[]> {
  const found: LookAlike[] = []
  for (const [index, { sha256, row: other }] of (await nearRows(db, row, among)).entries()) {
    if (index % comparisonsPerTurn === comparisonsPerTurn - 1) await setImmediate()
    const resemblance = compareRows(other, row)
    if (resemblance) found.push({ sha256, ...resemblance })
  }
  const isPicture = ({ kind }: LookAlike) => (kind === 'same_picture' ? 1 : 0)
  return found.sort((a, b) => isPicture(b) - isPicture(a) || b.similarity - a.similarity)
}
