import { createHmac } from 'node:crypto'
import { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Config } from '#config'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { networkOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { MasterKey } from '#kit/security/master-key'
import { counterNoticeAbout } from './counter-notices/counter-notices.sql.ts'
import { enqueueDigest } from './mails/digest-mails.ts'
import { inboxLimit, reportRateLimits } from './report-rate-limits.ts'
import { contentOf, stateOf } from './report-rules.ts'
import { reportSecrets } from './report-secrets.ts'
import { addReport, answersTo, reportableImage, reportBySecret } from './reports.sql.ts'

interface ReportDeps {
  db: Database
  config: Config
  masterKey: MasterKey
}

const withTime = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })

/** Mounts the calls of visitors who report an image (requirements: #reports). */
export function reportRoutes(serve: EndpointServer, { db, config, masterKey }: ReportDeps) {
  const throttle = reportRateLimits(db, config)
  const { newNonce, secretOf, hashOf } = reportSecrets(masterKey)
  const networkKey = masterKey.deriveKey('networks of reports')
  const hmacOf = (ip: string) => createHmac('sha256', networkKey).update(networkOf(ip)).digest().subarray(0, 16)

  serve(reports, {
    async send({ body, request }) {
      const image = await reportableImage(db, body.slug)
      if (!image) throw fail('image_not_found')
      await throttle.consume(request, image.id)
      const nonce = newNonce()
      const secret = secretOf(nonce)
      const { done: message } = reports.send.messages
      if (body.website) return { message, number: 0, secret }
      const email = body.email || null
      const isMailed = email !== null && (await inboxLimit(db, config, email).isAllowed())
      const number = await db.transaction().execute(async (transaction) => {
        const id = await addReport(transaction, {
          secret_hash: hashOf(secret),
          image_id: image.id,
          image_title: image.title,
          email,
          network: hmacOf(request.ip),
          ...contentOf(body),
        })
        if (isMailed) await addJob(transaction, 'mail_report_received', { report: id, nonce })
        await enqueueDigest(transaction)
        return id
      })
      return { message, number, secret }
    },

    async status({ params: { secret } }) {
      const report = await reportBySecret(db, hashOf(secret))
      if (!report) throw fail('report_not_found')
      const answers = await answersTo(db, report)
      const counterNotice = report.reason === 'copyright' ? await counterNoticeAbout(db, report.decision_id) : undefined
      return {
        number: report.id,
        at: report.at.toISOString(),
        reason: report.reason,
        state: stateOf(report, answers.at(-1)?.verb),
        image: { title: report.image_title, slug: report.slug },
        answers: answers.map(withTime),
        counter_notice: counterNotice
          ? { ...withTime(counterNotice), returns_at: counterNotice.returns_at.toISOString() }
          : null,
      }
    },
  })
}
