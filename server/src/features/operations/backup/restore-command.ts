import { constants } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { type CommandContext, CommandError, type SetUpCommand } from '#command'
import type { Config } from '#config'
import { withConnection } from '#kit/database/connection'
import { UnreachableMigration } from '#kit/database/migrate'
import { startProgress } from '#kit/progress'
import { keyFile } from '#kit/security/master-key'
import { diskStore } from '#kit/storage/disk-store'
import { copyFiles, readFileList } from './file-copies.ts'
import { fileListName, filesFolder, keyId, type Manifest, newestSnapshot, type Snapshot } from './manifest.ts'
import { readRows } from './row-copies.ts'
import { tablesInOrder } from './table-order.ts'
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
  isEmptyLibrary,
  prepareLoad,
  setSequence,
  type Table,
} from './tables.sql.ts'

export const restore: SetUpCommand = {
  usage: 'restore <folder>',
  description:
    'Brings the newest backup of the folder into an empty database, built in or in DATABASE_URL, and its files into ' +
    'the store. The site must not run.',
  options: {
    trial: {
      type: 'boolean',
      description: 'For a look at the backup: without queued jobs, such as e-mails, and the account at Cloudflare.',
    },
  },

  async runWith(open, config, { trial }, [folder]) {
    if (!folder) throw new CommandError('Name the folder of the backups: restore <folder>.')
    const root = resolve(folder)
    const newest = await newestSnapshot(root)
    if (!newest) throw new CommandError(`There is no finished backup in ${root}.`)
    const { path, manifest } = newest
    if (trial && config.STORE !== 'disk') throw new CommandError('A trial needs STORE=disk, apart from the site.')
    await takeKeyFile(config, root)
    const context = await open({ upToMigration: manifest.last_migration }).catch((error) => {
      if (!(error instanceof UnreachableMigration)) throw error
      throw new CommandError(`This backup needs another version of Vitrine, or an empty database. ${error.message}`)
    })
    if (keyId(context.masterKey) !== manifest.key_id)
      console.log(
        'The backup was made with another SECRET_KEY: set that one, or API keys and saved links stop working.',
      )
    const missing = await restoreDatabase(context, newest, trial === true, async () => {
      const keys = readFileList(join(path, fileListName))
      return (await copyFiles(await diskStore(filesFolder(root)), context.store, keys, manifest.files)).missing
    })
    for (const key of missing) console.error(`The backup does not have the file ${key}.`)
    console.log(`Restored as of ${manifest.taken_at}. The next start brings the database up to date.`)
    return missing.length === 0
  },
}

/** Puts the installation's key where the first start would make one; another key that is there already is kept. */
async function takeKeyFile({ SECRET_KEY, DATA_DIR }: Config, root: string) {
  const saved = SECRET_KEY ? null : await readFile(keyFile(root), 'utf8').catch(() => null)
  if (!saved) return
  await mkdir(DATA_DIR, { recursive: true })
  await copyFile(keyFile(root), keyFile(DATA_DIR), constants.COPYFILE_EXCL).catch(async (error) => {
    if (error.code !== 'EEXIST') throw error
    if ((await readFile(keyFile(DATA_DIR), 'utf8')) === saved) return
    throw new CommandError(
      `${keyFile(DATA_DIR)} is another key than that of the backup. Move it away to have the backup's taken.`,
    )
  })
}

/** Loads all rows in one transaction, which is committed after the files have come: an interrupted restore is none. */
const restoreDatabase = <T>(
  { getDatabaseUrl }: CommandContext,
  { path, manifest }: Snapshot,
  isTrial: boolean,
  restoreFiles: () => Promise<T>,
): Promise<T> =>
  withConnection({ connectionString: getDatabaseUrl(), application_name: 'vitrine restore' }, async (client) => {
    await beginLoad(client)
    if (!(await isEmptyLibrary(client)))
      throw new CommandError('The database has users or images. A backup is restored into an empty database.')
    await loadTables(client, path, manifest)
    if (isTrial) await forgetDelivery(client)
    else await loadJobs(client, path, manifest)
    const result = await restoreFiles()
    await commitLoad(client)
    await analyze(client)
    return result
  })

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
