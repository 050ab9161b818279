import { limits } from '@vitrine/contract/vocabulary/limits'
import { addDownloads, type DownloadCount } from '#features/publishing/downloads.sql'
import type { Database } from '#kit/database/pool'
import { type DemoAccounts, imagesWithoutDownloads, spreadDecisions } from './demo-history.sql.ts'

/** Gives the demonstration a month of decisions and downloads, so that each page shows what it is for. */
export async function addHistory(db: Database, accounts: DemoAccounts): Promise<void> {
  await spreadDecisions(db, accounts)
  const ids = await imagesWithoutDownloads(db, accounts.owner)
  if (ids.length) await addDownloads(db, downloadsOf(ids))
}

const dayMs = 24 * 60 * 60 * 1000

/** A few images are downloaded often and most rarely, a little more from day to day and less at weekends. */
export function downloadsOf(ids: number[], now = Date.now()): DownloadCount[] {
  const counts: DownloadCount[] = []
  for (let ago = limits.statisticsDays - 1; ago >= 0; ago--) {
    const date = new Date(now - ago * dayMs)
    const isWeekend = date.getUTCDay() % 6 === 0
    const growth = 1 - ago / (2 * limits.statisticsDays)
    for (const [at, image_id] of ids.entries()) {
      const rank = (at * 89) % ids.length // spreads the popular ones over the categories
      const noise = ((at * 31 + ago * 17) % 10) / 10
      const count = Math.floor((14 / (rank + 2)) * growth * (isWeekend ? 0.6 : 1) + noise * 0.9)
      if (count) counts.push({ image_id, day: date.toISOString().slice(0, 10), count })
    }
  }
  return counts
}
