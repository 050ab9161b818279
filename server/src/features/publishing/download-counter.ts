import type { FeatureDeps } from '#feature'
import { networkOf, type Visitor } from '#kit/http/client-network'
import { createDailyBloomFilter } from '#kit/security/bloom-filter'
import { createWriteBehind } from '#kit/write-behind'
import { addDownloads } from './downloads.sql.ts'

export type DownloadCounter = ReturnType<typeof createDownloadCounter>

/**
 * Counts downloads by image and day (UTC) in memory and writes them once a second (decision 0032). Of an address that
 * visitors share each download counts.
 */
export function createDownloadCounter({ backgroundDb, log, metrics }: FeatureDeps) {
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
    /** Counts a download of the image for the client's network, which counts once a day for each image. */
    count(image_id: number, { ip, hasSharedAddress }: Visitor) {
      const day = new Date().toISOString().slice(0, 10)
      const isNew = hasSharedAddress || networks.add(`${networkOf(ip)} ${image_id}`, day)
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
