import { type Database, readAtOnce } from '#kit/database/statements'
import { decode, encode, fromOffsets, lastN, offsetOf, type PostingSet, segmentSize } from './bitmap.ts'
import {
  lockIndex,
  type PublishedImage,
  postingsInSegment,
  publishedInSegment,
  queuedInSegment,
  savePostings,
  termsInSegment,
  updateIndexedAs,
} from './index-writer.sql.ts'
import { termsOf } from './terms.ts'

/** Blocks neither searches nor publishing: images that change meanwhile are queued with the state read here. */
export const rebuildSegment = (db: Database, segment: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockIndex(transaction)
    const published = await publishedInSegment(transaction, segment)
    const byTerm = offsetsByTerm(published)
    for (const term of await termsInSegment(transaction, segment)) byTerm.getOrInsert(term, [])
    // Sorted by term, so that the B-tree index is written page by page.
    const sorted = [...byTerm].sort(([one], [other]) => (one < other ? -1 : 1))
    const rebuilt = sorted.map(([term, offsets]) => ({ term, segment, postings: encode(fromOffsets(offsets)) }))
    await savePostings(transaction, rebuilt)
    const images = new Map(published.map(({ pub_no, ...image }) => [pub_no, image]))
    const queued = await queuedInSegment(transaction, segment)
    const entries = queued.map((pub_no) => ({ pub_no, indexed_as: images.get(pub_no) ?? null }))
    await updateIndexedAs(transaction, entries)
  })

/** Terms whose posting lists are not those of the published images, or not announced; queued images do not count. */
export const mismatchedTerms = (db: Database, segment: number): Promise<string[]> =>
  readAtOnce(db, async (transaction) => {
    const expected = offsetsByTerm(await publishedInSegment(transaction, segment))
    const queued = new Set((await queuedInSegment(transaction, segment)).map(offsetOf))
    const stored = await postingsInSegment(transaction, segment)
    const actual = new Map(
      stored.map(({ term, postings, is_announced }) => [term, is_announced ? decode(postings) : null]),
    )
    const terms = new Set([...expected.keys(), ...actual.keys()])
    return [...terms].filter((term) => {
      const list = actual.get(term)
      return list === null || !isConsistent(expected.get(term) ?? [], list, queued)
    })
  })

/** The sorted segment offsets of each posting list. */
function offsetsByTerm(published: PublishedImage[]): Map<string, number[]> {
  const byTerm = new Map<string, number[]>()
  for (const { pub_no, ...image } of published)
    for (const term of termsOf(image)) byTerm.getOrInsertComputed(term, () => []).push(offsetOf(pub_no))
  return byTerm
}

function isConsistent(expected: number[], actual: PostingSet | undefined, queued: Set<number>): boolean {
  const isSettled = (offset: number) => !queued.has(offset)
  const settled = expected.filter(isSettled)
  const stored = actual ? lastN(actual, 0, segmentSize).reverse().filter(isSettled) : []
  return settled.length === stored.length && settled.every((offset, index) => offset === stored[index])
}
