import { lockImages } from '#features/images/images.sql'
import { galleryChanged, mismatchedImages, replacePublished } from '#features/publishing/read-model'
import { mismatchedTerms, rebuildSegment } from '#features/search/inverted-index/index-maintenance'
import { lastSegment } from '#features/search/inverted-index/index-writer.sql'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { mismatchedImageWords, rewriteImageWords } from '#features/search/words/image-words'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { imageCount, imageIds, imageNames, measuredImages, mismatchedFacets, writeFacets } from './derived-rows.sql.ts'
import type { CheckContext, Finding, Inspection } from './inspections.ts'

interface Derivation {
  subject: string
  /** The images whose derived rows are not as they should be. */
  mismatched(db: Database, ids: number[]): Promise<number[]>
  /** Ends the sentence "… of image 1". */
  text: string
  remedy: string
  /** Writes them again in a transaction that has locked the image. */
  write(transaction: Database, id: number): Promise<unknown>
}

const derivations: Derivation[] = [
  {
    subject: 'Gallery',
    mismatched: async (db, ids) => mismatchedImages(db, await measuredImages(db, ids)),
    text: 'Visitors see something else than what is stored',
    remedy: 'It is published again.',
    async write(transaction, id) {
      await replacePublished(transaction, [id])
      await notify(transaction, galleryChanged)
    },
  },
  {
    subject: 'Words of images',
    mismatched: mismatchedImageWords,
    text: 'The back offices search other words than those',
    remedy: 'They are stored again.',
    write: (transaction, id) => rewriteImageWords(transaction, [id]),
  },
  {
    subject: 'Lists of images',
    mismatched: mismatchedFacets,
    text: 'The lists of the back offices are filtered and sorted by something else than what is stored',
    remedy: 'They are written again.',
    write: (transaction, id) => writeFacets(transaction, [id]),
  },
]

export const derivedRows = ({ backgroundDb: db }: CheckContext): Inspection[] =>
  derivations.map(({ subject, mismatched, text, remedy, write }) => ({
    subject,
    count: () => imageCount(db),
    pages: () => imageIds(db),
    async inspect(keys) {
      const ids = await mismatched(db, keys.map(Number))
      const names = await imageNames(db, ids)
      return ids.map((id) => ({
        key: String(id),
        text: `${text} of ${names.get(id) ?? `image ${id}`}.`,
        remedy,
        repair: () =>
          db.transaction().execute(async (transaction) => {
            await lockImages(transaction, [id])
            await write(transaction, id)
          }),
      }))
    },
  }))

/** The posting lists, by segments, beside the published images. */
export const searchIndex = ({ backgroundDb: db }: CheckContext): Inspection => ({
  subject: 'Search index',
  count: async () => (await lastSegment(db)) + 1,
  async *pages() {
    for (let segment = await lastSegment(db); segment >= 0; segment--) yield [String(segment)]
  },
  async inspect(segments) {
    const findings: Finding[] = []
    for (const segment of segments) findings.push(...(await segmentFindings(db, Number(segment))))
    return findings
  },
  // Images in the queue are not compared, and those that were just mended are there.
  async prepareRepair() {
    while ((await applyIndexQueue(db, { waits: true })) > 0);
  },
})

const maxNamed = 8

async function segmentFindings(db: Database, segment: number): Promise<Finding[]> {
  const terms = await mismatchedTerms(db, segment)
  if (!terms.length) return []
  const named = terms.slice(0, maxNamed).join(', ') + (terms.length > maxNamed ? ' …' : '')
  return [
    {
      key: String(segment),
      identity: String(segment),
      text: `${terms.length} posting lists of segment ${segment} are wrong, or their change is unknown: ${named}.`,
      remedy: 'The segment is built again.',
      repair: () => rebuildSegment(db, segment),
    },
  ]
}
