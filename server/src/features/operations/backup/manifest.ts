import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MasterKey } from '#kit/security/master-key'

/** What a backup holds; written last, so that a folder without it is an unfinished backup. */
export interface Manifest {
  taken_at: string
  /** The newest migration of the database; a restore stops there before it loads the rows. */
  last_migration: string
  /** Tells which `SECRET_KEY` signed links and encrypted credentials, without saying the key. */
  key_id: string
  tables: TableCopy[]
  sequences: { name: string; last_value: number }[]
  jobs: RowCopy
  files: number
}

/** Rows in PostgreSQL's text format of COPY, gzipped. */
export interface RowCopy {
  file: string
  rows: number
  /** Of the text before compression, hexadecimal. */
  sha256: string
}

export interface TableCopy extends RowCopy {
  name: string
  columns: string[]
}

export const manifestName = 'manifest.json'
export const fileListName = 'files.txt.gz'

/** The folders of a backup: files are shared by all snapshots, since a file never changes. */
export const filesFolder = (folder: string) => join(folder, 'files')
export const snapshotsFolder = (folder: string) => join(folder, 'snapshots')

export const keyId = (masterKey: MasterKey) =>
  createHash('sha256').update(masterKey.deriveKey('backup')).digest('hex').slice(0, 16)

export const writeManifest = (snapshot: string, manifest: Manifest) =>
  writeFile(join(snapshot, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })

/** The folder and the manifest of the newest finished snapshot, or undefined where there is none. */
export async function newestSnapshot(folder: string): Promise<{ path: string; manifest: Manifest } | undefined> {
  const names = await readdir(snapshotsFolder(folder)).catch(() => [])
  for (const name of names.sort().reverse()) {
    const path = join(snapshotsFolder(folder), name)
    const text = await readFile(join(path, manifestName), 'utf8').catch(() => null)
    if (text) return { path, manifest: JSON.parse(text) }
  }
}
