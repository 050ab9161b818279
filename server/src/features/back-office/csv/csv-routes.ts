import { Readable } from 'node:stream'
import type { Caller } from '@vitrine/contract/caller'
import { csv } from '@vitrine/contract/calls/csv'
import { isPrintable } from '@vitrine/contract/fields'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointHandlers, EndpointServer } from '#kit/http/endpoints'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import { editImages } from '../edit-images.ts'
import { imagesByName } from './csv.sql.ts'
import { fileNameKey, type PlannedRow, planChanges } from './csv-changes.ts'
import { exportLines } from './csv-export.ts'
import { CsvError, parseCsvTable, type TableRow } from './csv-table.ts'

export function csvRoutes(app: FastifyInstance, serve: EndpointServer, { db }: { db: Database }) {
  const bodyLimits = { files: 1, fileSize: limits.csvBytes, fields: 5 }
  withMultipart(app, bodyLimits, (part) => serve(csv, handlers(db), part))
}

const handlers = (db: Database): EndpointHandlers<typeof csv> => ({
  async upload({ caller, request, keepCachedReplies }) {
    const { table, isDryRun } = await readForm(request)
    const rows = parseRows(table)
    const planned = planChanges(rows, await imagesByName(db, ownerFilter(caller), namesInRows(rows)))
    const applied = isDryRun ? planned : await applyRows(db, caller, planned)
    const results = applied.map(({ result }) => result)
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
    if (!applied.some((row) => row.isVisible)) keepCachedReplies()
    return {
      message: csv.upload.messages.done,
      changed: count('changed'),
      same: count('same'),
      wrong: count('wrong'),
      rows: results,
    }
  },

  async download({ query, caller, reply }) {
    const list = { name: query.list, owner: ownerFilter(caller) }
    const day = new Date().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${query.list}-images-${day}.csv"`)
      .header('cache-control', 'no-store')
    return reply.send(Readable.from(exportLines(db, list, query.title)))
  },
})

/** The owner whose images a table may be about; null is all owners, for admins. */
const ownerFilter = ({ id, role }: Caller) => (role === 'admin' ? null : id)

async function readForm(request: FastifyRequest) {
  const form: { table: Buffer; isDryRun: boolean } = { table: Buffer.alloc(0), isDryRun: false }
  await readMultipart(request, {
    async readFile(part) {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw fail('too_large')
      if (part.fieldname === 'file') form.table = bytes
    },
    readField(name, value) {
      if (name === 'dry_run') form.isDryRun = value === 'true'
    },
  })
  return form
}

function parseRows(table: Buffer): TableRow[] {
  try {
    return parseCsvTable(table, limits.csvRows).rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fail('not_csv', { message: error.message, fields: [{ at: 'file', message: error.message }] })
  }
}

/** The names to look up. Unprintable ones are left out: PostgreSQL would refuse the whole query, not that row alone. */
const namesInRows = (rows: TableRow[]) => ({
  ids: rows.flatMap(({ id }) => (id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : [])),
  slugs: rows.flatMap(({ id, slug }) => (id === undefined && slug ? slug : [])).filter(isPrintable),
  files: rows
    .flatMap(({ id, slug, filename }) => (id === undefined && !slug && filename ? fileNameKey(filename) : []))
    .filter(isPrintable),
})

/** Applies each row in its own transaction, so that one that fails (its image was just deleted) spares the others. */
async function applyRows(db: Database, caller: Caller, rows: PlannedRow[]): Promise<PlannedRow[]> {
  const applied: PlannedRow[] = []
  for (const row of rows) applied.push(row.edit ? await applyRow(db, caller, row) : row)
  return applied
}

async function applyRow(db: Database, caller: Caller, row: PlannedRow): Promise<PlannedRow> {
  try {
    const selection = { ids: [row.result.image_id!], versions: [row.version!] }
    const { isVisible } = await editImages(db, caller, selection, row.edit!)
    return { ...row, isVisible }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { result: { ...row.result, outcome: 'wrong', changes: [], message: error.message } }
  }
}
