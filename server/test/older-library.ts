import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { variantSizes } from '@vitrine/contract/variants'
import pg from 'pg'
import sharp from 'sharp'
import { originalKey, variantKey } from '#features/images/storage-keys'
import { createDatabaseAt } from './older-database.ts'
import { aPng } from './png.ts'

/**
 * `rows.jsonl` is the database of a library that version 0.1 filled: every status, a trashed image, a CDN copy in each
 * state, a blocked account, a full rate limit and images that wait for the search index. `answers.jsonl` holds what
 * 0.1 answered on it.
 */
const folder = join(import.meta.dirname, 'library-0.1')
const readLines = async (file: string) =>
  (await readFile(join(folder, file), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

export interface OlderAnswer {
  as: 'visitor' | 'ada' | 'admin'
  path: string
  answer: object
}
export const olderAnswers = (): Promise<OlderAnswer[]> => readLines('answers.jsonl')

/** The settings under which that library was filled. */
export const olderSettings = {
  SECRET_KEY: 'a-key-of-the-upgrade-test-0123456789abcdef',
  SITE_URL: 'https://vitrine.example',
  CONFIRM_EMAIL: 'on',
}

type Line = { table: string; row: Record<string, unknown> } | { sequence: string; value: number }

/** Creates a database with the migrations and the rows of version 0.1, and returns its URL. */
export async function createOlderLibrary(): Promise<string> {
  const url = await createDatabaseAt('0008-index')
  const client = new pg.Client(url)
  await client.connect()
  for (const line of (await readLines('rows.jsonl')) as Line[]) {
    if ('sequence' in line) await client.query('select setval($1, $2)', [line.sequence, line.value])
    else {
      const insert = `insert into ${line.table} overriding system value`
      await client.query(`${insert} select * from json_populate_record(null::${line.table}, $1)`, [line.row])
    }
  }
  await client.end()
  return url
}

/** Creates a `DATA_DIR` with the files of that library, as version 0.1 stored them. */
export async function createOlderFiles(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-0.1-'))
  for (const line of (await readLines('rows.jsonl')) as Line[])
    if ('table' in line && line.table === 'images') await storeFiles(join(data, 'files'), line.row as never)
  return data
}

interface OlderImage {
  id: number
  sha256: string
  width: number
  height: number
}

/** The original is drawn again from its seed, which is the image's id. */
async function storeFiles(store: string, { id, sha256, width, height }: OlderImage) {
  const png = aPng({ seed: id, width, height })
  if (createHash('sha256').update(png).digest('hex') !== sha256) throw new Error(`Image ${id} is drawn otherwise.`)
  const put = async (key: string, bytes: Buffer) => {
    await mkdir(dirname(join(store, key)), { recursive: true })
    await writeFile(join(store, key), bytes)
  }
  await put(originalKey(sha256), png)
  for (const side of variantSizes(width, height)) {
    const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
    await put(variantKey(sha256, side, 1), await sharp(png).resize(size).webp().toBuffer())
  }
}
