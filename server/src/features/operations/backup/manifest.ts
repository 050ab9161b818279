import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CommandError } from '#command'
import { createMasterKey, keyFile, type MasterKey } from '#kit/security/master-key'
import { unlessMissing } from '#kit/storage/store'
import { writeAtomically } from '#kit/storage/write-atomically'

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
  /** Of the program that made it. */
  version: z.string(),
  library_id: z.string(),
  /** The newest migration of the database; a restore stops there before it loads the rows. */
  last_migration: z.string(),
  /** Tells which `SECRET_KEY` signed links and encrypted credentials, without saying the key. */
  key_id: z.string(),
  tables: z.array(z.extend(rowCopy, { name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.number() })),
  jobs: rowCopy,
  files: z.number(),
  /** What the files and rows take, with the files that other backups share. */
  bytes: z.number(),
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
  writeAtomically(join(snapshot, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)

/** The library that a folder belongs to. */
const owner = z.object({ library_id: z.string(), key_id: z.string() })
export type Owner = z.output<typeof owner>

const ownerPath = (folder: string) => join(folder, 'library.json')

/** Undefined for a folder that belongs to none yet. */
export async function readOwner(folder: string): Promise<Owner | undefined> {
  const text = await unlessMissing(readFile(ownerPath(folder), 'utf8'))
  return text === undefined ? undefined : owner.parse(JSON.parse(text))
}

export async function writeOwner(folder: string, of: Owner) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeAtomically(ownerPath(folder), `${JSON.stringify(of)}\n`)
}

/** One backup: the rows of a moment and the list of its files. */
export interface Snapshot {
  /** Of its folder, which tells when it began: `2026-11-28T03-17-00.000Z`. */
  name: string
  path: string
  /** Undefined while it is unfinished; null where it cannot be read. */
  manifest?: Manifest | null
}

export type FinishedSnapshot = Snapshot & { manifest: Manifest }

/** All of them, the oldest first. */
export async function listSnapshots(folder: string): Promise<Snapshot[]> {
  const names = (await unlessMissing(readdir(snapshotsFolder(folder)))) ?? []
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(snapshotsFolder(folder), name)
      const text = await unlessMissing(readFile(join(path, manifestName), 'utf8'))
      return { name, path, ...(text !== undefined && { manifest: parseManifest(text) }) }
    }),
  )
}

function parseManifest(text: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const isFinished = (snapshot: Snapshot): snapshot is FinishedSnapshot => Boolean(snapshot.manifest)

/** The backup of this name, or the newest that is finished. Throws a sentence where there is none of this library. */
export async function findSnapshot(folder: string, name?: string): Promise<FinishedSnapshot> {
  const finished = (await listSnapshots(folder)).filter(isFinished)
  const found = name === undefined ? finished.at(-1) : finished.find((one) => one.name === name)
  const owner = await readOwner(folder)
  if (found && owner && found.manifest.library_id !== owner.library_id)
    throw new CommandError(`${found.name} is of another library than the other backups in ${folder}. Move it away.`)
  if (found) return found
  if (name === undefined) throw new CommandError(`There is no finished backup in ${folder}.`)
  throw new CommandError(`${folder} has no finished backup ${name}. "backup list ${folder}" names those it has.`)
}

/** Sentences on the backups that were begun after this one and did not end. */
export async function unfinishedAfter(folder: string, name: string): Promise<string[]> {
  const later = (await listSnapshots(folder)).filter((one) => one.name > name && !isFinished(one))
  return later.map((one) => `${one.name} was begun and did not end.`)
}

/** The key that the installation made for itself, as its backups have it; undefined where there is none. */
export const readSavedKey = (folder: string) => unlessMissing(readFile(keyFile(folder), 'utf8'))

export const keyIdOf = (savedKey: string) => keyId(createMasterKey(savedKey.trim()))
