import { statistics } from '@vitrine/contract/calls/back-office/dashboard'
import { cloudflareUrl } from '#features/images/image-urls'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { ownerInView } from '../edit-rules.ts'
import { dailyDownloads, topImages } from './statistics.sql.ts'

interface StatisticsDeps {
  db: Database
  mediaSigner: Signer
}

export function statisticsRoutes(serve: EndpointServer, { db, mediaSigner }: StatisticsDeps) {
  serve(statistics, {
    async overview({ caller }) {
      const owner = ownerInView(caller)
      const [days, top] = await Promise.all([dailyDownloads(db, owner), topImages(db, owner)])
      return { days, top: top.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, mediaSigner) })) }
    },
  })
}
