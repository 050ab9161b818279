import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { takenDown } from '@vitrine/contract/calls/back-office/taken-down'
import type { Trust } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { Config } from '#config'
import { decisionHistory } from '#features/back-office/decisions/decisions.sql'
import { actorOf } from '#features/back-office/image-audit'
import { signedPreviewUrl } from '#features/images/image-urls'
import { trustOfEach } from '#features/trust/trust'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { bringBack, keepDown, lockToSettle, reverseTakeDown } from '../objections/settle.ts'
import { decideReports, undoDecision } from './decide.ts'
import { endedReports, reportDecisions, reportsOfImage } from './image-reports.sql.ts'
import { imageExists, queueLength, queuePage, type ReportedImageRow } from './queue.sql.ts'
import { latestTakenDown, type TakenDownRow } from './taken-down.sql.ts'

interface QueueDeps {
  db: Database
  config: Config
  mediaSigner: Signer
}

const withTime = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })

function withCdn({ copies, gone_seconds, host, status, checked_at, is_checking, at, ...row }: TakenDownRow) {
  const checked = { host, status, checked_at: checked_at?.toISOString() ?? null }
  const cdn = { copies, gone_seconds, ...checked, is_checking: is_checking ?? false }
  return { ...row, at: at.toISOString(), cdn: copies ? cdn : null }
}

/** Mounts the calls by which admins decide about reports (requirements: #reports). */
export function queueRoutes(serve: EndpointServer, { db, config, mediaSigner }: QueueDeps) {
  const { TAKEN_DOWN_FILE_DAYS: fileDays } = config
  const toReply = (trust: Map<number, Trust>) => (line: ReportedImageRow) => {
    const { owner_id, username, upheld, reported, first_at, last_at, ...row } = line
    const { objection_id, objected_at, objection_kind, returns_at, is_owner_blocked, ...image } = row
    return {
      ...image,
      // Its page keeps the address while the image is hidden and shown again.
      cloudflare_url: signedPreviewUrl(row, mediaSigner),
      user: { username, upheld, reported, trust: trust.get(owner_id) ?? null },
      first_at: first_at?.toISOString() ?? null,
      last_at: last_at?.toISOString() ?? null,
      objection:
        objection_id === null
          ? null
          : {
              id: objection_id,
              at: objected_at!.toISOString(),
              kind: objection_kind!,
              returns_at: returns_at?.toISOString() ?? null,
              is_owner_blocked: is_owner_blocked === true,
            },
    }
  }
  serve(takenDown, { latest: async () => ({ images: (await latestTakenDown(db, fileDays)).map(withCdn) }) })
  serve(reportQueue, {
    async list({ query: { page, ...wanted } }) {
      const rows = await queuePage(db, page, wanted)
      const trust = await trustOfEach(
        db,
        rows.map(({ owner_id }) => owner_id),
      )
      const count = wanted.image === undefined ? await queueLength(db, wanted) : rows.length
      return { count, images: rows.map(toReply(trust)) }
    },
    length: async () => ({ images: await queueLength(db) }),
    async one({ params: { id } }) {
      if (!(await imageExists(db, id))) throw fail('image_not_found')
      return {
        decisions: (await reportDecisions(db, id)).map(withTime),
        history: (await decisionHistory(db, id)).map(withTime),
        upheld: (await endedReports(db, id, { isCounted: true })).map(withTime),
        not_upheld: (await endedReports(db, id, { isCounted: false })).map(withTime),
      }
    },
    async reports({ params: { id }, query }) {
      const { reports, next } = await reportsOfImage(db, id, query)
      return { reports: reports.map(withTime), next }
    },
    async decide({ params: { id }, body, caller, request, keepCachedReplies }) {
      const { decision, isVisible } = await decideReports(db, actorOf(caller, request), id, body)
      if (!isVisible) keepCachedReplies()
      return { message: reportQueue.decide.messages.done, decision }
    },
    async settle({ params: { id }, body: { outcome, sentence }, caller, request }) {
      const client = clientOf(request)
      await db.transaction().execute(async (transaction) => {
        const objection = await lockToSettle(transaction, id, caller.id)
        if (!objection) throw fail('objection_not_found')
        const settlement = { sentence, by: caller.id, client }
        if (outcome === 'kept_down') await keepDown(transaction, objection, settlement)
        else if (!(await bringBack(transaction, objection, settlement))) throw fail('not_taken_down')
      })
      return { message: reportQueue.settle.messages.done }
    },
    async bringBack({ params: { id }, body: { sentence }, caller, request }) {
      const settlement = { sentence, by: caller.id, client: clientOf(request) }
      await db.transaction().execute((transaction) => reverseTakeDown(transaction, id, fileDays, settlement))
      return { message: reportQueue.bringBack.messages.done }
    },
    async undo({ params: { id }, caller, request, keepCachedReplies }) {
      const { isVisible } = await undoDecision(db, actorOf(caller, request), id)
      if (!isVisible) keepCachedReplies()
      return { message: reportQueue.undo.messages.done }
    },
  })
}
