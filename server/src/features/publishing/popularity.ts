import { setTimeout as sleep } from 'node:timers/promises'
import { queueLength } from '#features/search/inverted-index/index-writer.sql'
import type { Database } from '#kit/database/pool'
import { updatePopularity } from './read-model.sql.ts'

/** Images of one statement, and of the index queue at which the next one waits. */
const batchSize = 1_000

/** Brings the popularity of every published image to the downloads of the last days. */
export async function refreshPopularity(db: Database): Promise<void> {
  while ((await updatePopularity(db, batchSize)) === batchSize)
    while ((await queueLength(db, batchSize)) === batchSize) await sleep(1_000)
}
