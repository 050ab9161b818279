import type { BackgroundTask } from '#kit/background-task'
import type { Database } from '#kit/database/pool'
import { isLoopback, networkOf } from '#kit/http/client-network'
import type { Logger } from '#kit/logger'
import type { Metrics } from '#kit/metrics/metrics'
import { createDailyBloomFilter } from '#kit/security/daily-bloom-filter'
import { createWriteBehind } from '#kit/write-behind'
import { addDownloads } from './downloads.sql.ts'

export interface DownloadCounter {
  /** Counts a download of the image for the client's network, which counts once a day for each image. */
  count(image_id: number, address: string): void
  run(): BackgroundTask
}

interface CounterDeps {
  backgroundDb: Database
  log: Logger
  metrics: Metrics
}

/**
 * Counts downloads by image and day (UTC) in memory and writes them once a second (decision 0032). A loopback address
 * is a proxy that is not trusted, behind which all visitors look alike, so each of its downloads counts.
 */
export function createDownloadCounter({ backgroundDb, log, metrics }: CounterDeps): DownloadCounter {
  const downloads = metrics.counter(
    'vitrine_downloads_total',
    'Pictures that were downloaded whole, those in a zip included; counted: once a day for a network and picture.',
    ['counted'],
  )
  const networks = createDailyBloomFilter()
  const counts = createWriteBehind({
    subject: 'Download counts',
    write: (batch) => addDownloads(backgroundDb, batch.map(toDownloadCount)),
    log,
  })
  return {
    count(image_id, address) {
      const day = new Date().toISOString().slice(0, 10)
      const isNew = isLoopback(address) || networks.add(`${networkOf(address)} ${image_id}`, day)
      downloads.inc({ counted: isNew ? 'yes' : 'no' })
      if (isNew) counts.add(`${image_id} ${day}`)
    },
    run: counts.run,
  }
}

function toDownloadCount([key, count]: [key: string, count: number]) {
  const [image_id, day] = key.split(' ') as [string, string]
  return { image_id: Number(image_id), day, count }
}
