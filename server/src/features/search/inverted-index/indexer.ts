import { setTimeout as sleep } from 'node:timers/promises'
import { reportAvailability } from '#kit/availability'
import { isConnectionLost } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { decode, encode, offsetOf, segmentOf, withChanges } from './bitmap.ts'
import {
  deleteQueued,
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
export function runIndexer(db: Database, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const availability = reportAvailability(log, {
    away: 'The index queue of the gallery cannot be applied',
    back: 'The index queue of the gallery is applied again',
  })
  const applyBatch = async () => {
    try {
      const count = await applyIndexQueue(db)
      availability.up()
      return count
    } catch (error) {
      if (!isConnectionLost(error)) availability.down(error) // the pool reports a lost connection
      return 0
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      await sleep(batchDelay, undefined, { signal }).catch(() => {})
      while (!signal.aborted && (await applyBatch()) > 0);
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Images of one transaction; a transaction that changes one of them meanwhile waits for it. */
const batchSize = 200

/**
 * Applies the next batch of the index queue; returns its size, which is 0 also while another process is applying one,
 * unless the caller `waits` for it.
 */
export function applyIndexQueue(db: Database, { waits = false } = {}): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (waits) await lockIndex(transaction)
    else if (!(await tryLockIndex(transaction))) return 0
    const queued = await lockQueued(transaction, batchSize)
    if (!queued.length) return 0
    const pubNos = queued.map((entry) => entry.pub_no)
    // A statement of its own: its snapshot holds all that was committed when the entries were locked.
    const published = new Map((await readPublished(transaction, pubNos)).map((image) => [image.pub_no, image]))
    const changes = new PostingChanges()
    for (const { pub_no, indexed_as } of queued) changes.add(pub_no, indexed_as, published.get(pub_no))
    await updatePostings(transaction, changes.list())
    await deleteQueued(transaction, pubNos)
    return queued.length
  })
}

/** Segment offsets that one segment of a posting list gains and loses. */
interface PostingChange {
  term: string
  segment: number
  add: number[]
  remove: number[]
}

const keyOf = ({ term, segment }: { term: string; segment: number }) => `${segment} ${term}`

/** Changes of posting lists, collected by list and segment. */
class PostingChanges {
  private readonly byKey = new Map<string, PostingChange>()

  add(pub_no: number, before: IndexedImage | null, after: IndexedImage | undefined) {
    const oldTerms = new Set(before ? termsOf(before) : [])
    const newTerms = new Set(after ? termsOf(after) : [])
    for (const term of newTerms) if (!oldTerms.has(term)) this.changeOf(term, pub_no).add.push(offsetOf(pub_no))
    for (const term of oldTerms) if (!newTerms.has(term)) this.changeOf(term, pub_no).remove.push(offsetOf(pub_no))
  }

  private changeOf(term: string, pub_no: number): PostingChange {
    const segment = segmentOf(pub_no)
    const key = keyOf({ term, segment })
    const change = this.byKey.get(key) ?? { term, segment, add: [], remove: [] }
    this.byKey.set(key, change)
    return change
  }

  list = () => [...this.byKey.values()]
}

async function updatePostings(db: Database, changes: PostingChange[]) {
  const stored = await readPostings(db, changes)
  const byKey = new Map(stored.map((segment) => [keyOf(segment), decode(segment.postings)]))
  const updated = changes.map(({ term, segment, add, remove }) => ({
    term,
    segment,
    postings: encode(withChanges(byKey.get(keyOf({ term, segment })), add, remove)),
  }))
  await savePostings(db, updated)
}
