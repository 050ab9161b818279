import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { MasterKey } from '#kit/security/master-key'

/** Rows in PostgreSQL's text format of COPY, gzipped. */
const rowCopy = z.object({
  file: z.string().check(z.regex(/^\w+\.copy\.gz$/)),
  rows: z.number(),
  /** Of the text before compression, hexadecimal. */
  sha256: z.string(),
})
export type RowCopy = z.output<typeof rowCopy>

/** What a backup holds; written last, so that a folder without it is an unfinished backup. */
const manifest = z.object({
  taken_at: z.string(),
  /** The newest migration of the database; a restore stops there before it loads the rows. */
  last_migration: z.string(),
  /** Tells which `SECRET_KEY` signed links and encrypted credentials, without saying the key. */
  key_id: z.string(),
  tables: z.array(z.extend(rowCopy, { name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number() })),
  jobs: rowCopy,
  files: z.number(),
})
export type Manifest = z.output<typeof manifest>

export const manifestName = 'manifest.json'
export const fileListName = 'files.txt.gz'

/** The folders of a backup: files are shared by all snapshots, since a file never changes. */
export const filesFolder = (folder: string) => join(folder, 'files')
export const snapshotsFolder = (folder: string) => join(folder, 'snapshots')

export const keyId = (masterKey: MasterKey) =>
  createHash('sha256').update(masterKey.deriveKey('backup')).digest('hex').slice(0, 16)

export const writeManifest = (snapshot: string, manifest: Manifest) =>
  writeFile(join(snapshot, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })

export interface Snapshot {
  /** Its folder. */
  path: string
  manifest: Manifest
}

/** The newest finished snapshot, or undefined where there is none. Throws where its manifest cannot be read. */
export async function newestSnapshot(folder: string): Promise<Snapshot | undefined> {
  const names = await unlessMissing(readdir(snapshotsFolder(folder)))
  for (const name of (names ?? []).sort().reverse()) {
    const path = join(snapshotsFolder(folder), name)
    const text = await unlessMissing(readFile(join(path, manifestName), 'utf8'))
    if (text !== undefined) return { path, manifest: manifest.parse(JSON.parse(text)) }
  }
}

const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
