import { statistics } from '@vitrine/contract/statistics'
import { cloudflareUrl } from '#features/images/addresses'
import type { Database } from '#kit/database'
import type { MasterKey } from '#kit/secret'
import type { EndpointServer } from '#kit/serve'
import { dailyTotals, topImages } from './statistics-queries.ts'

interface StatisticsDeps {
  db: Database
  masterKey: MasterKey
}

export function statisticsRoutes(serve: EndpointServer, { db, masterKey: secret }: StatisticsDeps) {
  serve(statistics, {
    async overview({ caller: user }) {
      const owner = user.role === 'admin' ? null : user.id
      const [days, top] = await Promise.all([dailyTotals(db, owner), topImages(db, owner)])
      return { days, top: top.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, secret) })) }
    },
  })
}
