import { setTimeout as sleep } from 'node:timers/promises'
import { lockImages } from '#features/images/images.sql'
import { queueLength } from '#features/search/inverted-index/index-writer.sql'
import { addMissingWords } from '#features/search/words/image-words'
import { countWithoutWords, imagesWithoutWords } from '#features/search/words/image-words.sql'
import { tryLock } from '#kit/database/advisory-locks'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { outdatedCount, outdatedImages } from './read-model.sql.ts'
import { galleryChanged, rewriteTexts } from './read-model.ts'

/** Images of one transaction. */
const batchSize = 100
/** The same, of texts that the back offices alone search, so that no visitor's search waits for the index. */
const officeBatchSize = 500
/** With more queued images than these the upgrade waits, because searches evaluate each of them. */
const maxQueued = 1_000
/** Milliseconds between two looks at a queue that is too long, and after an error. */
const WAIT_MS = 1_000
/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 30_000

/**
 * Brings the texts of images that an older version stored to the current one while the site serves; until all are,
 * searches by words are answered as that version did.
 */
export function runTextUpgrade(db: Database, log: Pick<Logger, 'info' | 'warn'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const upgrading = upgradeTexts(db, log, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await upgrading
    },
  }
}

async function upgradeTexts(db: Database, log: Pick<Logger, 'info' | 'warn'>, signal: AbortSignal): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  let hasWorked = false
  while (!signal.aborted) {
    const done = await upgradeBatch(db).catch((err) => {
      log.warn({ err }, 'The search index cannot be brought to the current version; trying again')
      return 'wait' as const
    })
    if (done === 'finished') break
    hasWorked = true
    if (performance.now() - reportedAt > PROGRESS_MS) {
      reportedAt = performance.now()
      const left = await outdatedTexts(db).catch(() => undefined)
      log.info({ left }, 'The search index is being brought to the current version')
    }
    if (done === 'wait') await sleep(WAIT_MS, undefined, { signal }).catch(() => {})
  }
  if (!hasWorked || signal.aborted) return
  await notify(db, galleryChanged).catch(() => {}) // cached pages may be five minutes old then
  log.info('The search index is of the current version')
}

const outdatedTexts = async (db: Database) => (await outdatedCount(db)) + (await countWithoutWords(db))

/** Upgrades the next images, first those that visitors see; finished when there are none. */
export async function upgradeBatch(db: Database): Promise<'upgraded' | 'wait' | 'finished'> {
  const published = await outdatedImages(db, batchSize)
  if (!published.length) return upgradeOfficeBatch(db)
  if ((await queueLength(db, maxQueued)) >= maxQueued) return 'wait'
  return inTurn(db, async (transaction) => {
    await lockImages(transaction, published)
    await rewriteTexts(transaction, published)
  })
}

/** The words of the back offices, of images of every status. */
async function upgradeOfficeBatch(db: Database) {
  const ids = await imagesWithoutWords(db, officeBatchSize)
  if (!ids.length) return 'finished'
  return inTurn(db, (transaction) => addMissingWords(transaction, ids))
}

/** Of several processes one works at a time. */
const inTurn = (db: Database, work: (transaction: Database) => Promise<void>) =>
  db.transaction().execute(async (transaction) => {
    if (!(await tryLock(transaction, 'text upgrade'))) return 'wait'
    await work(transaction)
    return 'upgraded'
  })
