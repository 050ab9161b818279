import type { FeatureDeps } from '#feature'
import { networkOf, type Visitor } from '#kit/http/client-network'
import { createDailyBloomFilter } from '#kit/security/bloom-filter'
import { createWriteBehind } from '#kit/write-behind'
import { addDownloads, type DownloadCount } from './downloads.sql.ts'

export type DownloadCounter = ReturnType<typeof createDownloadCounter>

/** Counts downloads by image and day (UTC), written once a second (decision 0032); of a shared address each counts. */
export function createDownloadCounter({ backgroundDb, log, metrics }: FeatureDeps) {
  const downloads = metrics.counter(
    'vitrine_downloads_total',
    'Pictures that were downloaded whole, those in a zip included; counted: once a day for a network and picture.',
    ['counted'],
  )
  const networks = createDailyBloomFilter()
  const counts = createWriteBehind<Omit<DownloadCount, 'count'>>({
    subject: 'Download counts',
    write: (batch) => addDownloads(backgroundDb, batch),
    log,
  })
  return {
    /** Counts a download of the image for the client's network, which counts once a day for each image. */
    count(image_id: number, { ip, hasSharedAddress }: Visitor) {
      const day = new Date().toISOString().slice(0, 10)
      const isNew = hasSharedAddress || networks.add(`${networkOf(ip)} ${image_id}`, day)
      downloads.inc({ counted: isNew ? 'yes' : 'no' })
      if (isNew) counts.add({ image_id, day })
    },
    run: counts.run,
  }
}
