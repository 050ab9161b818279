import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Caller } from '@vitrine/contract/caller'
import { csv, onlyCsvMessage } from '@vitrine/contract/calls/back-office/csv'
import type { ListQuery } from '@vitrine/contract/calls/back-office/lists'
import { imageFieldNames, imageFields } from '@vitrine/contract/image-fields'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { type Licence, licenceIds } from '@vitrine/contract/vocabulary/licences'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { aiStatementIds } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { ApiError, fail, fieldError } from '#kit/api-error'
import { isLockFailure } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import { type EndpointHandlers, PreserializedJson } from '#kit/http/endpoints'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import { applyEdit } from '../edit-images.ts'
import { licenceProblem, ownerInView } from '../edit-rules.ts'
import { type ImageList, idsAfter, type ListSearch, matchingPage } from '../lists/image-lists.sql.ts'
import { runListSearch } from '../lists/list-search.ts'
import { fieldsSeenBy } from '../waiting-edits/waiting-edits.ts'
import { exportRows, imagesByName } from './csv.sql.ts'
import { formatCell } from './csv-cells.ts'
import { CsvError, csvLine } from './csv-table.ts'
import { type CsvThread, createCsvThreads, type WithCsvThread } from './csv-thread.ts'
import type { EditFailure } from './csv-worker.ts'

export function csvRoutes(app: FastifyInstance, { serve, config, db }: FeatureDeps) {
  const bodyLimits = { files: 1, fileSize: limits.csvBytes, fields: 5 }
  const deps = { config, db, withCsvThread: createCsvThreads() }
  withMultipart(app, bodyLimits, (part) => serve(csv, handlers(deps), part))
}

type CsvDeps = Pick<FeatureDeps, 'config' | 'db'> & { withCsvThread: WithCsvThread }

const handlers = ({ config, db, withCsvThread }: CsvDeps): EndpointHandlers<typeof csv> => ({
  async upload({ caller, request }) {
    const { table, isDryRun } = await readForm(request)
    const task = async (thread: CsvThread) => {
      await findImages(db, caller, thread, config)
      const { failures, isVisible, count } = isDryRun ? noEdits : await applyEdits(db, caller, thread, config.LICENCES)
      if (count) {
        const entry = { what: 'CSV applied', by: caller.id, user: null, client: clientOf(request), count } as const
        await recordAuditEvent(db, entry)
      }
      return new PreserializedJson(await thread.report({ failures, isReviewed: caller.role !== 'admin' }), isVisible)
    }
    return withCsvThread(table, caller.id, task).catch((error) => {
      throw error instanceof CsvError ? notCsv(error.message) : error
    })
  },

  async download({ query, caller, reply }) {
    const list = { name: query.list, owner: ownerInView(caller, query.list), filters: query }
    const search = query.title.trim() ? await findListSearch(db, list, query) : null
    const day = new Date().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${query.list}-images-${day}.csv"`)
      .header('cache-control', 'no-store')
    return reply.send(Readable.from(exportLines(db, caller, list, search)))
  },
})

async function findListSearch(db: Database, list: ImageList, query: Pick<ListQuery, 'title' | 'exact'>) {
  const firstPage = { page: 1, order: 'newest' } as const
  const run = (search: ListSearch) => matchingPage(db, list, search, firstPage)
  return (await runListSearch(db, list.owner, query, run)).search
}

const batchSize = 500

/** A list as CSV, line by line in the order of upload, after a byte order mark by which spreadsheets detect UTF-8. */
async function* exportLines(db: Database, caller: Caller, list: ImageList, search: ListSearch | null) {
  const labels = imageFieldNames.map((name) => imageFields[name].label)
  yield `\uFEFF${csvLine(['ID', 'Slug', 'Filename', ...labels, 'Status', 'Findings'])}`
  let ids: number[] = []
  do {
    ids = await idsAfter(db, list, search, ids.at(-1) ?? 0, batchSize)
    for (const row of await exportRows(db, ids)) {
      const fields = fieldsSeenBy(caller, row)
      const cells = imageFieldNames.map((name) => formatCell(name, fields[name]))
      const findings = row.open_findings.map(findingLabel).join('; ')
      yield csvLine([String(row.id), row.slug, row.file_name, ...cells, row.status, findings])
    }
  } while (ids.length === batchSize)
}

async function readForm(request: FastifyRequest) {
  const form: { table: Buffer; isDryRun: boolean } = { table: Buffer.alloc(0), isDryRun: false }
  await readMultipart(request, {
    async readFile(part) {
      if (part.fieldname === 'file' && !/\.csv$/i.test(part.filename)) throw notCsv(onlyCsvMessage)
      const bytes = await buffer(part.file)
      if (part.file.truncated) throw fail('too_large')
      if (part.fieldname === 'file') form.table = bytes
    },
    readField(name, value) {
      if (name === 'dry_run') form.isDryRun = value === 'true'
    },
  })
  return form
}

const notCsv = (message: string) => fieldError('not_csv', 'file', message)

/** Names looked up by one statement, which then takes milliseconds. */
const NAMES_PER_QUERY = 500

async function findImages(db: Database, caller: Caller, thread: CsvThread, config: CsvDeps['config']) {
  const ai_statements = aiStatementIds.filter((id) => id !== 'unknown' || config.AI_STATEMENT !== 'required')
  const { ids, slugs, files } = await thread.names()
  for (let at = 0; at < Math.max(ids.length, slugs.length, files.length); at += NAMES_PER_QUERY) {
    const batch = <T>(all: T[]) => all.slice(at, at + NAMES_PER_QUERY)
    const names = { ids: batch(ids), slugs: batch(slugs), files: batch(files) }
    const images = await imagesByName(db, { owner: ownerInView(caller), draftsOf: caller.id }, names)
    await thread.addImages(
      images.map((image) => {
        const licensed = { licence: image.licence, wasPublic: image.was_public }
        const possible = licenceIds.filter(
          (licence) => !licenceProblem(caller.role, licensed, licence, config.LICENCES),
        )
        return { ...image, ...fieldsSeenBy(caller, image), licences: possible, ai_statements }
      }),
    )
  }
}

/** Of a dry run; `count` is of the rows that were applied. */
const noEdits = { failures: [] as EditFailure[], isVisible: false, count: 0 }

/** Applies each row in a transaction of its own: one that fails (others change its image) spares the others. */
async function applyEdits(db: Database, caller: Caller, thread: CsvThread, licences: readonly Licence[]) {
  const applied = structuredClone(noEdits)
  for (let edits = await thread.nextEdits(); edits.length; edits = await thread.nextEdits()) {
    for (const { row, image_id, version, edit } of edits) {
      try {
        const selection = { ids: [image_id], versions: [version], licences }
        const { isVisible } = await db.transaction().execute((one) => applyEdit(one, caller, selection, edit))
        applied.isVisible ||= isVisible
        applied.count++
      } catch (error) {
        applied.failures.push({ row, message: failureOfRow(error).message })
      }
    }
  }
  return applied
}

/** Throws what is no matter of one row, such as a database that is away. */
function failureOfRow(error: unknown): ApiError {
  if (isLockFailure(error)) return fail('in_use')
  if (error instanceof ApiError) return error
  throw error
}
