import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type CommandContext, CommandError, type CommandOptions, fromCaller, type SetUpCommand } from '#command'
import type { Config } from '#config'
import { sharedKeys } from '#features/images/storage-keys'
import { demoMarker } from '#features/library/demo-state'
import { withConnection } from '#kit/database/connection'
import { UnreachableMigration } from '#kit/database/migrate'
import { startProgress } from '#kit/progress'
import { keyFile } from '#kit/security/master-key'
import { diskStore } from '#kit/storage/disk-store'
import { writeAtomically } from '#kit/storage/write-atomically'
import { copyFiles, readFileList } from './file-copies.ts'
import {
  type FinishedSnapshot,
  fileListName,
  filesFolder,
  findSnapshot,
  keyId,
  keyIdOf,
  type Manifest,
  readSavedKey,
  unfinishedAfter,
} from './manifest.ts'
import { readRows, tablesInOrder } from './row-copies.ts'
import {
  addRestoredJobs,
  analyze,
  beginLoad,
  commitLoad,
  copyIn,
  copyJobsIn,
  createJobsTable,
  enableTriggers,
  forgetDelivery,
  hasDemoAlone,
  isEmptyLibrary,
  isServed,
  prepareLoad,
  removeLater,
  setSequence,
  storedFiles,
  type Table,
} from './tables.sql.ts'

export const restore: SetUpCommand = {
  usage: 'restore <folder>',
  description:
    'Brings a backup of the folder into an empty database, built in or in DATABASE_URL, and its files into the ' +
    'store. The site must not run.',
  options: {
    at: { type: 'string', description: 'The backup, by the name that "backup list <folder>" shows; else the newest.' },
    'replace-demo': {
      type: 'boolean',
      description: 'Takes the place of a library that has the demonstration alone, or no one and nothing.',
    },
    trial: {
      type: 'boolean',
      description: 'For a look at the backup: without queued jobs, such as e-mails, and the account at Cloudflare.',
    },
  },

  async runWith(open, config, options, [folder, ...more]) {
    const { at, trial, 'replace-demo': replaceDemo } = options
    if (!folder || more.length) throw new CommandError('Name one folder of backups: restore <folder>.')
    const root = fromCaller(folder)
    const snapshot = await findSnapshot(root, typeof at === 'string' ? at : undefined)
    const { path, manifest } = snapshot
    if (trial && config.STORE !== 'disk') throw new CommandError('A trial needs STORE=disk, apart from the site.')
    const key = config.SECRET_KEY ? undefined : await readSavedKey(root)
    const isOtherKey = key !== undefined && (await takeKey(config, key)) === 'other'
    if (isOtherKey && !replaceDemo)
      throw new CommandError(`${keyFile(config.DATA_DIR)} is another key. ${howToReplace}`)
    const context = await open({ upToMigration: manifest.last_migration }).catch((error) => {
      if (!(error instanceof UnreachableMigration)) throw error
      throw new CommandError(`This backup needs another version of Vitrine, or an empty database. ${error.message}`)
    })
    const isOwnKey = isKeyOf(manifest, isOtherKey ? keyIdOf(key) : keyId(context.masterKey))
    const unfinished = at ? [] : await unfinishedAfter(root, snapshot.name)
    for (const fault of unfinished) console.error(fault)
    const { missing, damaged } = await restoreDatabase(context, snapshot, options, async () => {
      const keys = readFileList(join(path, fileListName), manifest.files)
      const copies = await copyFiles(await diskStore(filesFolder(root)), context.store, keys, manifest.files)
      if (isOtherKey) await writeAtomically(keyFile(config.DATA_DIR), key)
      return copies
    })
    await demoMarker.remove(config)
    for (const key of missing) console.error(`The backup does not have the file ${key}.`)
    for (const key of damaged) console.error(`The backup has other bytes of ${key} than were uploaded; it is left out.`)
    console.log(`Restored as of ${manifest.taken_at}. The next start brings the database up to date.`)
    return missing.length + damaged.length === 0 && isOwnKey
  },
}

const howToReplace =
  'With --replace-demo the backup takes the place of a library that has the demonstration alone, or no one and nothing.'

/** Tells where it is another one: the library is restored all the same. */
function isKeyOf({ key_id }: Manifest, id: string): boolean {
  if (id !== key_id)
    console.error(
      'The backup was made with another SECRET_KEY: set that one, or API keys and saved links stop working.',
    )
  return id === key_id
}

/** Puts the key where the first start would make one; another one that is there already stays. */
async function takeKey({ DATA_DIR }: Config, key: string): Promise<'taken' | 'other'> {
  const path = keyFile(DATA_DIR)
  if (existsSync(path)) return (await readFile(path, 'utf8')) === key ? 'taken' : 'other'
  await mkdir(DATA_DIR, { recursive: true })
  await writeAtomically(path, key)
  return 'taken'
}

/** Loads all rows in one transaction, which is committed after the files have come: an interrupted restore is none. */
const restoreDatabase = <T>(
  { getDatabaseUrl }: CommandContext,
  { path, manifest }: FinishedSnapshot,
  { trial, 'replace-demo': replaceDemo }: CommandOptions,
  restoreFiles: () => Promise<T>,
): Promise<T> =>
  withConnection({ connectionString: getDatabaseUrl(), application_name: 'vitrine restore' }, async (client) => {
    await beginLoad(client)
    if (!(await isEmptyLibrary(client))) await assertReplaceable(client, replaceDemo)
    if (await isServed(client)) throw new CommandError('The site runs on this database. Stop it first.')
    const files = await storedFiles(client)
    const replaced = files.flatMap(({ sha256, key }) => (sha256 ? sharedKeys(sha256) : [key!]))
    await loadTables(client, path, manifest)
    await removeLater(client, replaced)
    if (trial) await forgetDelivery(client)
    else await loadJobs(client, path, manifest)
    const result = await restoreFiles()
    await commitLoad(client)
    await analyze(client)
    return result
  })

async function assertReplaceable(client: pg.Client, replaceDemo: unknown) {
  if (!(await hasDemoAlone(client)))
    throw new CommandError('The database has users or images. A backup is restored into an empty database.')
  if (!replaceDemo) throw new CommandError(`The library has the demonstration alone. ${howToReplace}`)
}

async function loadTables(client: pg.Client, folder: string, { tables, sequences }: Manifest) {
  const present = await tablesInOrder(client)
  await prepareLoad(client, present)
  const progress = startProgress('Tables', tables.length)
  for (const table of tables) {
    if (!isPresent(table, present)) throw new Error(`The database has no table ${table.name} as in the backup`)
    await readRows(client, copyIn(table), folder, table)
    progress.step()
  }
  progress.finish()
  for (const sequence of sequences) await setSequence(client, sequence)
  await enableTriggers(client, present)
}

/** Names become part of a statement, so only those that the database has are taken. */
const isPresent = ({ name, columns }: Table, present: Table[]) =>
  present.some((table) => table.name === name && columns.every((column) => table.columns.includes(column)))

async function loadJobs(client: pg.Client, folder: string, { jobs }: Manifest) {
  await createJobsTable(client)
  await readRows(client, copyJobsIn, folder, jobs)
  await addRestoredJobs(client)
}
