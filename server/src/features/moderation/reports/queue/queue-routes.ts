import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { Trust } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { FeatureDeps } from '#feature'
import { trustOfEach } from '#features/accounts/trust/trust'
import { decisionsAbout } from '#features/back-office/decisions/decisions.sql'
import { actorOf } from '#features/back-office/image-audit'
import { signedPreviewUrl } from '#features/images/image-urls'
import { evidenceKey, originalKey } from '#features/images/storage-keys'
import { fail } from '#kit/api-error'
import { sendFile } from '#kit/http/send-file'
import { hashTakenDown } from '../../take-downs/take-down.sql.ts'
import { decideReports } from './decide-reports.ts'
import {
  endedReports,
  imageExists,
  queueLength,
  queuePage,
  type ReportedImageRow,
  reportDecisions,
  reportsOfImage,
} from './queue.sql.ts'

/** Mounts the calls by which admins decide about reports (requirements: #reports). */
export function queueRoutes({ serve, db, store, mediaSigner }: FeatureDeps) {
  const toReply = (trust: Map<number, Trust>) => (line: ReportedImageRow) => {
    const { owner_id, username, upheld, reported, countered_at, returns_at, ...image } = line
    return {
      ...image,
      // Its page keeps the address while the image is hidden and shown again.
      cloudflare_url: signedPreviewUrl(image, mediaSigner),
      user: { username, upheld, reported, trust: trust.get(owner_id) ?? null },
      counter_notice: countered_at && { at: countered_at, returns_at: returns_at! },
    }
  }
  serve(reportQueue, {
    async list({ query: { page, ...wanted } }) {
      const rows = await queuePage(db, page, wanted)
      const owners = rows.map(({ owner_id }) => owner_id)
      const trust = await trustOfEach(db, owners)
      const count = wanted.image === undefined ? await queueLength(db, wanted) : rows.length
      return { count, images: rows.map(toReply(trust)) }
    },
    length: async () => ({ images: await queueLength(db) }),
    async one({ params: { id } }) {
      if (!(await imageExists(db, id))) throw fail('image_not_found')
      return {
        decisions: await reportDecisions(db, id),
        history: await decisionsAbout(db, { image: id }),
        upheld: await endedReports(db, id, { isCounted: true }),
        not_upheld: await endedReports(db, id, { isCounted: false }),
      }
    },
    reports: ({ params: { id }, query }) => reportsOfImage(db, id, query),
    async picture({ params: { id }, request, reply }) {
      const sha256 = await hashTakenDown(db, id)
      if (!sha256) throw fail('not_taken_down')
      // Until its job has moved it, the file is where all originals are.
      const isMoved = (await store.size(evidenceKey(sha256))) !== null
      await sendFile(request, reply, store, {
        key: isMoved ? evidenceKey(sha256) : originalKey(sha256),
        contentType: originalFormat.mime,
        etag: sha256,
        isPublic: false,
        maxAge: 'no-store',
        missingError: fail('image_not_found'),
      })
    },
    decide({ params: { id }, body, caller, request }) {
      const decider = actorOf(caller, request)
      return db.transaction().execute((transaction) => decideReports(transaction, decider, id, body))
    },
  })
}
