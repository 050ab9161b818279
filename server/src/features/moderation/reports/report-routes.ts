import { createHmac } from 'node:crypto'
import { type reportStates, reports } from '@vitrine/contract/calls/visitors/reports'
import type { HandlerInput } from '@vitrine/contract/endpoint'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { FeatureDeps } from '#feature'
import { fail } from '#kit/api-error'
import { networkOf } from '#kit/http/client-network'
import { addJob } from '#kit/jobs/job-queue.sql'
import { counterNoticeAbout } from './counter-notices/counter-notices.sql.ts'
import { enqueueDigest } from './report-mails.ts'
import { countReport, inboxLimit } from './report-rate-limits.ts'
import { reportSecrets } from './report-secrets.ts'
import { addReport, answersTo, type ReportRow, reportableImage, reportBySecret } from './reports.sql.ts'

/** Mounts the calls of visitors who report an image (requirements: #reports). */
export function reportRoutes({ serve, db, config, masterKey }: FeatureDeps) {
  const { newNonce, secretOf, hashOf } = reportSecrets(masterKey)
  const networkKey = masterKey.deriveKey('networks of reports')
  const hmacOf = (ip: string) => createHmac('sha256', networkKey).update(networkOf(ip)).digest().subarray(0, 16)

  serve(reports, {
    async send({ body, request }) {
      const image = await reportableImage(db, body.slug)
      if (!image) throw fail('image_not_found')
      await countReport(db, config, request, image.id)
      const nonce = newNonce()
      const secret = secretOf(nonce)
      if (body.website) return { number: 0, secret }
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
      return { number, secret }
    },

    async status({ params: { secret } }) {
      const report = await reportBySecret(db, hashOf(secret))
      if (!report) throw fail('report_not_found')
      const answers = await answersTo(db, report)
      const counterNotice = report.reason === 'copyright' ? await counterNoticeAbout(db, report.decision_id) : undefined
      return {
        ...report,
        number: report.id,
        state: stateOf(report, answers.at(-1)?.verb),
        image: { title: report.image_title, slug: report.slug },
        answers,
        counter_notice: counterNotice ?? null,
      }
    },
  })
}

/** What is stored of a report; what only a notice of copyright needs is dropped from others. */
function contentOf({ reason, message = '', name = '', work = '', signature = '' }: ReportBody) {
  return { reason, message, notice: reason === 'copyright' ? JSON.stringify({ name, work, signature }) : null }
}

type ReportBody = HandlerInput<typeof reports.send>['body']

/** What became of a report whose last answer is this decision. */
function stateOf({ decision_id, has_image, is_withheld }: ReportRow, last?: ReportVerb): (typeof reportStates)[number] {
  if (decision_id !== null && last && last !== 'keep_down') return last
  if (!has_image) return 'gone'
  return is_withheld ? 'hide' : 'open'
}
