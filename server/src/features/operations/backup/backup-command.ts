import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { type Command, type CommandContext, CommandError, type CommandOptions, fromCaller } from '#command'
import { storeFolder } from '#features/images/files/open-store'
import { withPostponedFileRemoval } from '#features/images/files/unowned-files.sql'
import { sha256OfOriginal } from '#features/images/storage-keys'
import { hoursLate } from '#features/library/library'
import { libraryRow, recordBackup } from '#features/library/library.sql'
import { version } from '#features/library/version'
import { withConnection } from '#kit/database/connection'
import { startProgress } from '#kit/progress'
import { keyFile } from '#kit/security/master-key'
import { sha256Of } from '#kit/sha256'
import { diskStore } from '#kit/storage/disk-store'
import type { Store } from '#kit/storage/store'
import { writeAtomically } from '#kit/storage/write-atomically'
import { systemErrorText } from '../../../setting-parsers.ts'
import { copyFiles, readFileList, readOriginals, writeFileList } from './file-copies.ts'
import {
  type FinishedSnapshot,
  fileListName,
  filesFolder,
  findSnapshot,
  isFinished,
  keyId,
  keyIdOf,
  listSnapshots,
  type Manifest,
  type Owner,
  readOwner,
  readSavedKey,
  type Snapshot,
  snapshotsFolder,
  unfinishedAfter,
  writeManifest,
  writeOwner,
} from './manifest.ts'
import { parseRetention, removeOld } from './remove-old.ts'
import { hashOfRows, tablesInOrder, writeRows } from './row-copies.ts'
import { beginSnapshot, copyJobsOut, copyOriginalsOut, copyOut, lastMigration, sequences } from './tables.sql.ts'

/** The exit status where the backup is made, or there, but lacks something. */
const incomplete = 3

export const backup: Command = {
  usage: 'backup [list|verify] <folder>',
  description:
    'Saves the database as it is now and the files that the folder does not have yet, while the site runs; ' +
    '"list" names the backups of a folder, "verify" reads one again. Exit status 3 where something is missing or ' +
    'damaged.',
  options: {
    keep: {
      type: 'string',
      description: 'Removes backups but the newest of each of the last days, weeks and months: 7d,4w,12m.',
    },
    at: {
      type: 'string',
      description: 'The backup that "verify" reads, by the name that "list" shows; else the newest.',
    },
  },
  atAnySchema: true,

  async run(context, options, args) {
    const [word, ...rest] = args
    const subcommand = word === 'list' ? list : word === 'verify' ? verify : save
    const [folder, ...more] = subcommand === save ? args : rest
    if (!folder || more.length) throw new CommandError('Name one folder of backups: backup [list|verify] <folder>.')
    return subcommand(context, fromCaller(folder), options)
  },
}

/** Who a folder has to belong to. */
async function ownerOf({ masterKey, backgroundDb }: CommandContext): Promise<Owner> {
  return { library_id: (await libraryRow(backgroundDb)).id, key_id: keyId(masterKey) }
}

/** A folder holds backups of one library, which restores need with its own key. */
async function assertSameLibrary(root: string, own: Owner): Promise<{ isNew: boolean }> {
  const owner = await readOwner(root)
  if (!owner) return { isNew: true }
  if (owner.library_id !== own.library_id)
    throw new CommandError(`${root} has backups of another library (${owner.library_id}). Choose another folder.`)
  if (owner.key_id !== own.key_id)
    throw new CommandError(
      `${root} has backups that were made with another SECRET_KEY, which their restore needs. Choose another folder.`,
    )
  return { isNew: false }
}

/** In the store `--keep` would remove files of the library. */
async function assertApart({ config }: CommandContext, root: string) {
  const [store, copies] = [await realPath(storeFolder(config)), await realPath(filesFolder(root))]
  if (isWithin(store, copies) || isWithin(copies, store))
    throw new CommandError(`The files of the library itself lie in ${store}. Choose a folder apart from them.`)
}

const isWithin = (inner: string, outer: string) => `${inner}${sep}`.startsWith(`${outer}${sep}`)

/** Without links, also where its end is not there yet. */
const realPath = (path: string): Promise<string> =>
  realpath(path).catch(async () => join(await realPath(dirname(path)), basename(path)))

async function save(context: CommandContext, root: string, { keep }: CommandOptions) {
  const rules = typeof keep === 'string' ? parseRetention(keep) : null
  await assertApart(context, root)
  const owner = await ownerOf(context)
  const { isNew } = await assertSameLibrary(root, owner)
  // A file of the snapshot is not removed before it is copied, and one backup is made at a time.
  return withPostponedFileRemoval(context.backgroundDb, async () => {
    const path = await newSnapshot(root)
    if (isNew) await writeOwner(root, owner)
    await copyKeyFile(context, root)
    await mkdir(path, { recursive: true, mode: 0o700 })
    const { copied, lost, bytes } = await saveSnapshot(context, root, path, owner)
    for (const line of lost) console.error(line)
    const end = lost.length ? `complete but for ${lost.length.toLocaleString('en')} originals` : 'complete'
    console.log(`${copied.toLocaleString('en')} files were new. The backup is ${end}: ${path}`)
    if (lost.length) return incomplete
    await recordBackup(context.backgroundDb, { folder: root, bytes })
    if (rules) await tellRemoved(removeOld(root, rules, await diskStore(filesFolder(root))))
    return true
  })
}

/** The path of the next one, which has to be the last by its name: the newest is restored, and never removed. */
async function newSnapshot(root: string): Promise<string> {
  const path = join(snapshotsFolder(root), new Date().toISOString().replaceAll(':', '-'))
  const newest = (await listSnapshots(root)).findLast(isFinished)
  if (newest && newest.path >= path)
    throw new CommandError(
      `${newest.path} is of a time to come. Set the clock of this machine; if that is right, move this backup away.`,
    )
  return path
}

/** Copies the key that the installation made for itself; one in `SECRET_KEY` is the operator's to keep. */
async function copyKeyFile({ config }: CommandContext, root: string) {
  if (!config.SECRET_KEY) await writeAtomically(keyFile(root), await readFile(keyFile(config.DATA_DIR)))
}

async function saveSnapshot(context: CommandContext, root: string, path: string, owner: Owner) {
  const { originals, ...rows } = await saveDatabase(context, path)
  const files = await writeFileList(context.store, join(path, fileListName))
  await rm(join(filesFolder(root), 'tmp'), { recursive: true, force: true }) // of a backup that was interrupted
  const target = await diskStore(filesFolder(root))
  const listed = await copyFiles(context.store, target, readFileList(join(path, fileListName), files), files)
  const named = await copyFiles(context.store, target, readOriginals(originals.path, originals.rows), originals.rows)
  await rm(originals.path)
  const ofRows = await Promise.all([...rows.tables, rows.jobs].map(({ file }) => stat(join(path, file))))
  const bytes = ofRows.reduce((sum, { size }) => sum + size, listed.bytes)
  const manifest: Manifest = { version, ...owner, ...rows, files, bytes }
  await writeManifest(path, manifest)
  const lost = [
    ...named.missing.map((key) => `The original ${key} is missing.`),
    ...listed.damaged.map((key) => `The original ${key} has other bytes than were uploaded.`),
  ]
  return { copied: listed.copied + named.copied, lost, bytes }
}

async function tellRemoved(removing: ReturnType<typeof removeOld>) {
  const { retained, removed, files } = await removing
  const counts = [retained, removed, files].map((count) => count.toLocaleString('en'))
  console.log(`Backups that stay: ${counts[0]}; removed: ${counts[1]}, with ${counts[2]} files that no other one has.`)
}

async function list(_: CommandContext, root: string) {
  const snapshots = await listSnapshots(root)
  for (const { name, manifest } of snapshots) console.log(`${name}  ${contentsOf(manifest)}`)
  if (!snapshots.length) console.log(`There is no backup in ${root}.`)
  return true
}

function contentsOf(manifest: Snapshot['manifest']): string {
  if (!manifest) return manifest === null ? 'cannot be read' : 'unfinished'
  const { files, bytes, version } = manifest
  return `${files.toLocaleString('en')} files, ${Math.ceil(bytes / 1e6).toLocaleString('en')} MB, Vitrine ${version}`
}

async function verify(context: CommandContext, root: string, { at }: CommandOptions) {
  const snapshot = await findSnapshot(root, typeof at === 'string' ? at : undefined)
  await assertSameLibrary(root, await ownerOf(context))
  const faults = await verifySnapshot(snapshot, await diskStore(filesFolder(root)))
  if (!at) faults.push(...(await ageFaults(root, snapshot.name, snapshot.manifest.taken_at)))
  const key = context.config.SECRET_KEY || (await readSavedKey(root))
  if (!key) faults.push(`${keyFile(root)} is missing, which a restore needs.`)
  else if (keyIdOf(key) !== snapshot.manifest.key_id)
    faults.push(`${keyFile(root)} is another key than that of the backup, which a restore needs.`)
  for (const fault of faults) console.error(fault)
  const count = snapshot.manifest.files.toLocaleString('en')
  console.log(`${snapshot.name}: ${count} files, ${faults.length ? `${faults.length} faults` : 'nothing is wrong'}.`)
  return faults.length ? incomplete : true
}

/** Of the newest backup: whether it is late, and whether a later one was begun and did not end. */
async function ageFaults(root: string, name: string, takenAt: string): Promise<string[]> {
  const hours = hoursLate(new Date(takenAt))
  return [...(hours ? [`The newest backup is ${hours} hours old.`] : []), ...(await unfinishedAfter(root, name))]
}

/** Sentences on what this backup lacks. It reads rows and originals byte for byte, and looks for all other files. */
async function verifySnapshot({ path, manifest }: FinishedSnapshot, files: Store): Promise<string[]> {
  const faults: string[] = []
  for (const table of [...manifest.tables, manifest.jobs])
    if ((await hashOfRows(path, table).catch(() => null)) !== table.sha256) faults.push(`${table.file} is damaged.`)
  const progress = startProgress('Files', manifest.files)
  try {
    for await (const key of readFileList(join(path, fileListName), manifest.files)) {
      const fault = await faultOf(files, key)
      if (fault) faults.push(fault)
      progress.step()
    }
  } catch (error) {
    faults.push(systemErrorText(error))
  }
  progress.finish()
  return faults
}

async function faultOf(files: Store, key: string): Promise<string | undefined> {
  const size = await files.size(key)
  if (size === null) return `The file ${key} is missing.`
  if (size === 0) return `The file ${key} is empty.`
  const sha256 = sha256OfOriginal(key)
  if (!sha256 || (await sha256Of(files.read(key))) === sha256) return
  return `The original ${key} has other bytes than were uploaded.`
}

type SavedRows = Pick<Manifest, 'taken_at' | 'last_migration' | 'tables' | 'sequences' | 'jobs'> & {
  /** A list of the hashes of the originals that rows name. */
  originals: { path: string; rows: number }
}

/** Filled at the start by what the program ships. */
const shippedTables = ['meaning', 'translation']

/** Copies the rows of one moment into new files of a folder. */
const saveDatabase = ({ getDatabaseUrl }: CommandContext, folder: string): Promise<SavedRows> =>
  withConnection(
    { connectionString: getDatabaseUrl(), application_name: 'vitrine backup' },
    async (client): Promise<SavedRows> => {
      await beginSnapshot(client)
      const taken_at = new Date().toISOString()
      const tables = (await tablesInOrder(client)).filter(({ name }) => !shippedTables.includes(name))
      const progress = startProgress('Tables', tables.length)
      const copies: Manifest['tables'] = []
      for (const table of tables) {
        const file = `${table.name}.copy.gz`
        copies.push({ ...table, file, ...(await writeRows(client, copyOut(table), join(folder, file))) })
        progress.step()
      }
      progress.finish()
      const file = 'jobs.copy.gz'
      const path = join(folder, 'originals.txt.gz')
      const originals = await writeRows(client, copyOriginalsOut, path)
      return {
        taken_at,
        last_migration: await lastMigration(client),
        tables: copies,
        sequences: await sequences(client),
        jobs: { file, ...(await writeRows(client, copyJobsOut, join(folder, file))) },
        originals: { path, rows: originals.rows },
      }
    },
  )
