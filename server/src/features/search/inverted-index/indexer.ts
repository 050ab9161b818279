import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { isConnectionLost } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/statements'
import { type Logger, reportAvailability } from '#kit/logger'
import { decode, encode, offsetOf, segmentOf, withChanges } from './bitmap.ts'
import {
  deleteQueued,
  type IndexQueueEntry,
  lockIndex,
  lockQueued,
  readPostings,
  readPublished,
  savePostings,
  tryLockIndex,
} from './index-writer.sql.ts'
import { type IndexedImage, termsOf } from './terms.ts'

/** Milliseconds between two runs: searches evaluate queued images one by one, and applying many at once is cheap. */
const batchDelay = 1_000

/** Applies the index queue until it is stopped; of several processes one does so at a time. */
export function runIndexer(db: Database, log: Logger): BackgroundTask {
  const availability = reportAvailability(log, {
    away: 'The index queue of the gallery cannot be applied',
    back: 'The index queue of the gallery is applied again',
  })
  return repeatTask(batchDelay, async (signal) => {
    try {
      while (!signal.aborted && (await applyIndexQueue(db)) > 0);
      availability.up()
    } catch (error) {
      if (!isConnectionLost(error)) availability.down(error) // the pool reports a lost connection
    }
  })
}

/** Images of one transaction; a transaction that changes one of them meanwhile waits for it. */
const batchSize = 200

/** Returns the size of the batch: 0 also while another process applies one, unless the caller `waits` for it. */
export const applyIndexQueue = (db: Database, { waits = false } = {}): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    if (waits) await lockIndex(transaction)
    else if (!(await tryLockIndex(transaction))) return 0
    const queued = await lockQueued(transaction, batchSize)
    if (!queued.length) return 0
    const pubNos = queued.map((entry) => entry.pub_no)
    // A statement of its own: its snapshot holds all that was committed when the entries were locked.
    const published = new Map((await readPublished(transaction, pubNos)).map((image) => [image.pub_no, image]))
    await updatePostings(
      transaction,
      queued.flatMap((entry) => postingChanges(entry, published.get(entry.pub_no))),
    )
    await deleteQueued(transaction, pubNos)
    return queued.length
  })

/** A segment of a posting list that gains or loses an image. */
interface PostingChange {
  term: string
  segment: number
  offset: number
  isAdded: boolean
}

function postingChanges({ pub_no, indexed_as }: IndexQueueEntry, published: IndexedImage | undefined): PostingChange[] {
  const before = new Set(indexed_as ? termsOf(indexed_as) : [])
  const after = new Set(published ? termsOf(published) : [])
  const place = { segment: segmentOf(pub_no), offset: offsetOf(pub_no) }
  return Array.from(before.symmetricDifference(after), (term) => ({ term, ...place, isAdded: after.has(term) }))
}

const keyOf = ({ term, segment }: { term: string; segment: number }) => `${segment} ${term}`

async function updatePostings(db: Database, changes: PostingChange[]) {
  const bySegment = [...Map.groupBy(changes, keyOf)].map(([key, ofSegment]) => ({ key, ...ofSegment[0]!, ofSegment }))
  const stored = await readPostings(db, bySegment)
  const before = new Map(stored.map((segment) => [keyOf(segment), decode(segment.postings)]))
  const updated = bySegment.map(({ key, term, segment, ofSegment }) => {
    const offsets = (isAdded: boolean) => ofSegment.filter((one) => one.isAdded === isAdded).map(({ offset }) => offset)
    return { term, segment, postings: encode(withChanges(before.get(key), offsets(true), offsets(false))) }
  })
  await savePostings(db, updated)
}
