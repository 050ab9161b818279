import { migrationsFolder } from '#features/library/library'
import { schemaState } from '#kit/database/migrate'
import type { HealthCheck } from '#kit/health'
import { freeBytesOf } from '#kit/storage/disk-space'
import type { Config } from './config.ts'
import { type Resources, writtenFolders } from './resources.ts'

const announcementsLate = 'Changes made by other processes arrive late.'

/** What each process looks at when it is probed at `/health/ready`. */
export function healthChecks({ db, store, notifications }: Resources, config: Config): HealthCheck[] {
  const { STORE, FREE_DISK_MB } = config
  return [
    {
      failure: 'The database does not answer.',
      async look() {
        const { missing } = await schemaState(db, migrationsFolder)
        return missing.length ? 'The database lacks migrations of this version; restart the process.' : null
      },
    },
    {
      failure: announcementsLate,
      async look() {
        return notifications.isListening() ? null : announcementsLate
      },
    },
    {
      failure: 'Files cannot be read or stored.',
      ...(STORE === 's3' && { maxAgeMs: 10_000 }),
      async look() {
        await store.check()
        return null
      },
    },
    {
      failure: 'The free disk space cannot be read.',
      async look() {
        const isFull = (await freeBytesOf(writtenFolders(config))) < FREE_DISK_MB * 1e6
        return isFull ? 'The disk is nearly full, so no new files are taken.' : null
      },
    },
  ]
}
