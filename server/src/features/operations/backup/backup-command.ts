import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Command, type CommandContext, CommandError } from '#command'
import { withPostponedFileRemoval } from '#features/files/stored-files.sql'
import { withConnection } from '#kit/database/connection'
import { startProgress } from '#kit/progress'
import { keyFile } from '#kit/security/master-key'
import { diskStore } from '#kit/storage/disk-store'
import { copyFiles, readFileList, writeFileList } from './file-copies.ts'
import { fileListName, filesFolder, keyId, type Manifest, snapshotsFolder, writeManifest } from './manifest.ts'
import { writeRows } from './row-copies.ts'
import { tablesInOrder } from './table-order.ts'
import { beginSnapshot, copyJobsOut, copyOut, lastMigration, sequences } from './tables.sql.ts'

export const backup: Command = {
  usage: 'backup <folder>',
  description: 'Saves the database as it is now and the files that the folder does not have yet, while the site runs.',
  options: {},

  async run(context, _, [folder]) {
    if (!folder) throw new CommandError('Name the folder of the backups: backup <folder>.')
    const root = resolve(folder)
    const snapshot = join(snapshotsFolder(root), new Date().toISOString().replaceAll(':', '-'))
    await mkdir(snapshot, { recursive: true, mode: 0o700 })
    await copyKeyFile(context, root)
    // A file of the snapshot is not removed before it is copied.
    const missing = await withPostponedFileRemoval(context.backgroundDb, async () => {
      const rows = await saveDatabase(context, snapshot)
      const files = await writeFileList(context.store, join(snapshot, fileListName))
      const target = await diskStore(filesFolder(root))
      const copies = await copyFiles(context.store, target, readFileList(join(snapshot, fileListName)), files)
      await writeManifest(snapshot, { ...rows, files })
      console.log(`${copies.copied.toLocaleString('en')} files were new. The backup is complete: ${snapshot}`)
      return copies.missing
    })
    for (const key of missing) console.log(`The file ${key} was removed meanwhile.`)
    return true
  },
}

/** Copies the key that the installation made for itself; one in `SECRET_KEY` is the operator's to keep. */
async function copyKeyFile({ config }: CommandContext, root: string) {
  if (!config.SECRET_KEY) await copyFile(keyFile(config.DATA_DIR), keyFile(root))
}

const saveDatabase = ({ getDatabaseUrl, masterKey }: CommandContext, folder: string) =>
  withConnection(
    { connectionString: getDatabaseUrl(), application_name: 'vitrine backup' },
    async (client): Promise<Omit<Manifest, 'files'>> => {
      await beginSnapshot(client)
      const taken_at = new Date().toISOString()
      const tables = await tablesInOrder(client)
      const progress = startProgress('Tables', tables.length)
      const copies: Manifest['tables'] = []
      for (const table of tables) {
        const file = `${table.name}.copy.gz`
        copies.push({ ...table, file, ...(await writeRows(client, copyOut(table), join(folder, file))) })
        progress.step()
      }
      progress.finish()
      const file = 'jobs.copy.gz'
      return {
        taken_at,
        last_migration: await lastMigration(client),
        key_id: keyId(masterKey),
        tables: copies,
        sequences: await sequences(client),
        jobs: { file, ...(await writeRows(client, copyJobsOut, join(folder, file))) },
      }
    },
  )
