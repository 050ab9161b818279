import { statistics } from '@vitrine/contract/statistics'
import { cloudflareUrl } from '#features/images/addresses'
import type { Database } from '#kit/database'
import type { Secret } from '#kit/secret'
import type { Serve } from '#kit/serve'
import { dailyTotals, topImages } from './statistics-queries.ts'

interface StatisticsDeps {
  db: Database
  secret: Secret
}

export function statisticsRoutes(serve: Serve, { db, secret }: StatisticsDeps) {
  serve(statistics, {
    async overview({ user }) {
      const owner = user.role === 'admin' ? null : user.id
      const [days, top] = await Promise.all([dailyTotals(db, owner), topImages(db, owner)])
      return { days, top: top.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, secret) })) }
    },
  })
}
