import { join } from 'node:path'
import type { CommandContext } from '#command'
import { withConnection } from '#kit/database/connection'
import { startProgress } from '#kit/progress'
import type { Manifest } from './manifest.ts'
import { writeRows } from './row-copies.ts'
import { tablesInOrder } from './table-order.ts'
import { beginSnapshot, copyJobsOut, copyOriginalsOut, copyOut, lastMigration, sequences } from './tables.sql.ts'

type SavedRows = Pick<Manifest, 'taken_at' | 'last_migration' | 'tables' | 'sequences' | 'jobs'> & {
  /** A list of the hashes of the originals that rows name. */
  originals: { path: string; rows: number }
}

/** Filled at the start by what the program ships. */
const shippedTables = ['meaning', 'translation']

/** Copies the rows of one moment into new files of a folder. */
export const saveDatabase = ({ getDatabaseUrl }: CommandContext, folder: string): Promise<SavedRows> =>
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
