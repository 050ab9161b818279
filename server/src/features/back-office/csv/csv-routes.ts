import { Readable } from 'node:stream'
import type { Caller } from '@vitrine/contract/caller'
import { csv } from '@vitrine/contract/calls/csv'
import { isPrintable } from '@vitrine/contract/fields'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointHandlers, EndpointServer } from '#kit/http/endpoints'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import { editImages } from '../image-routes.ts'
import { type ImageList, idsAfter } from '../lists/image-lists.sql.ts'
import { exportRows, imagesByName } from './csv.sql.ts'
import { fileNameKey, type PlannedRow, planChanges } from './csv-changes.ts'
import { CsvError, csvLine, parseCsvTable, type TableRow } from './csv-table.ts'

export function csvRoutes(app: FastifyInstance, serve: EndpointServer, { db }: { db: Database }) {
  const bounds = { files: 1, fileSize: limits.csvBytes, fields: 5 }
  withMultipart(app, bounds, (part) => serve(csv, handlers(db), part))
}

const handlers = (db: Database): EndpointHandlers<typeof csv> => ({
  async upload({ caller: user, request, keepCachedReplies }) {
    const { table, isDryRun } = await readForm(request)
    const rows = parseRows(table)
    const planned = planChanges(rows, await imagesByName(db, ownerFilter(user), namesInRows(rows)))
    const done = isDryRun ? planned : await applyRows(db, user, planned)
    const shown = done.map((one) => one.result)
    const count = (outcome: string) => shown.filter((one) => one.outcome === outcome).length
    if (isDryRun || !count('changed')) keepCachedReplies()
    return {
      message: csv.upload.messages.done,
      changed: count('changed'),
      same: count('same'),
      wrong: count('wrong'),
      rows: shown,
    }
  },

  async download({ query, caller: user, reply }) {
    const list = { name: query.list, owner: ownerFilter(user) }
    const day = new Date().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${query.list}-images-${day}.csv"`)
      .header('cache-control', 'no-store')
    return reply.send(Readable.from(exportLines(db, list, query.title)))
  },
})

/** An admin's tables are about everybody's images. */
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

/** What cannot be stored names nothing: such a row is wrong, and costs no other. */
const namesInRows = (rows: TableRow[]) => ({
  ids: rows.flatMap(({ id }) => (id && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : [])),
  slugs: rows.flatMap(({ id, slug }) => (id === undefined && slug ? slug : [])).filter(isPrintable),
  files: rows
    .flatMap(({ id, slug, filename }) => (id === undefined && !slug && filename ? fileNameKey(filename) : []))
    .filter(isPrintable),
})

/** Row by row, so that one which fails (its image was deleted just now) costs no other. */
async function applyRows(db: Database, user: Caller, all: PlannedRow[]): Promise<PlannedRow[]> {
  const done: PlannedRow[] = []
  for (const one of all) done.push(one.edit ? await applyRow(db, user, one) : one)
  return done
}

async function applyRow(db: Database, user: Caller, one: PlannedRow): Promise<PlannedRow> {
  try {
    await editImages(db, user, { ids: [one.result.image_id!], versions: [one.version!] }, one.edit!)
    return one
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { result: { ...one.result, outcome: 'wrong', changes: [], message: error.message } }
  }
}

/** Images read for the table at a time. */
const exportBatchSize = 500

/** The table line by line, in the order of upload; it begins with a mark by which spreadsheets know UTF-8. */
async function* exportLines(db: Database, list: ImageList, title: string) {
  yield `\uFEFF${csvLine(['ID', 'Slug', 'Filename', 'Title', 'Description', 'Keywords', 'Category', 'Status'])}`
  let ids: number[] = []
  do {
    ids = await idsAfter(db, list, title, ids.at(-1) ?? 0, exportBatchSize)
    for (const one of await exportRows(db, ids)) {
      const { id, slug, file_name, keywords, status } = one
      const category = categoryValueById(one.category_id) ?? ''
      yield csvLine([String(id), slug, file_name, one.title, one.description, keywords, category, status])
    }
  } while (ids.length === exportBatchSize)
}
