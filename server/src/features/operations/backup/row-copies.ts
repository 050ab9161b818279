import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { CommandError } from '#command'
import type { RowCopy } from './manifest.ts'
import { allTables, foreignKeys, rowsInto, rowsOf, type Table } from './tables.sql.ts'

export async function writeRows(client: pg.ClientBase, statement: string, path: string) {
  const rows = rowsOf(client, statement)
  const hash = createHash('sha256')
  await pipeline(rows, tap(hash), createGzip({ level: 1 }), createWriteStream(path, { flags: 'wx', flush: true }))
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

/** Sends a file to a COPY statement. Throws where the file is not the one of the manifest. */
export async function readRows(
  client: pg.ClientBase,
  statement: string,
  folder: string,
  { file, rows, sha256 }: RowCopy,
) {
  const target = rowsInto(client, statement)
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(join(folder, file)), createGunzip(), tap(hash), target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' || code?.startsWith('Z_') ? damagedRows(file) : error
  }
  if (target.rowCount !== rows || hash.digest('hex') !== sha256) throw damagedRows(file)
}

const damagedRows = (file: string) =>
  new CommandError(`${file} is damaged. "backup list" names other backups, and --at restores one of them.`)

export async function hashOfRows(folder: string, { file }: RowCopy): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, file)), createGunzip(), hash)
  return hash.digest('hex')
}

export const tap = (hash: ReturnType<typeof createHash>): Transform =>
  new PassThrough().on('data', (chunk) => hash.update(chunk))

/** All tables, each after those that its foreign keys refer to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const tables = await allTables(client)
  const keys = await foreignKeys(client)
  const ordered: Table[] = []
  const visit = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { refers_to } of keys.filter(({ name }) => name === table.name))
      visit(tables.find(({ name }) => name === refers_to)!)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}
