import { join } from 'node:path'
import { mimeTypeOf } from '@vitrine/contract/vocabulary/image-formats'
import type { Config } from '#config'
import { fail } from '#kit/api-error'
import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { LOOK_INTERVAL_MS, watchProcesses } from '#kit/database/ended-processes'
import type { Database } from '#kit/database/statements'
import { type Availability, type Logger, reportAvailability, silentLog } from '#kit/logger'
import { isDiskFull } from '#kit/storage/disk-space'
import { diskStore } from '#kit/storage/disk-store'
import type { S3Settings } from '#kit/storage/s3-client'
import { findS3Problem, s3Store } from '#kit/storage/s3-store'
import type { Store } from '#kit/storage/store'
import { removeAbandonedFolders } from '#kit/storage/workspace'
import { SettingError } from '../../../setting-parsers.ts'

export const storeFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'files')
/** The folder of unfinished files, which a bucket needs as well. */
export const workspaceFolder = (config: Config) => join(storeFolder(config), 'tmp')

/** Removes unfinished files of ended processes from this machine, as long as this one runs. */
export function cleanWorkspace(config: Config, db: Database, processName: string): BackgroundTask {
  const endedProcesses = watchProcesses(db, processName)
  return repeatTask(LOOK_INTERVAL_MS, () => removeAbandonedFolders(workspaceFolder(config), endedProcesses))
}

interface StoreOptions {
  /** Told when the store goes away and is back; without it errors of the file system are thrown as they are. */
  log?: Logger
  /** The process that uses it; see ended-processes.ts. */
  processName?: string
}

const diskLines = {
  away: 'Files cannot be stored; calls that store some are answered with 503',
  back: 'Files can be stored again',
}
const bucketLines = {
  away: 'The bucket does not answer; calls that need its files are answered with 503',
  back: 'The bucket answers again',
}

/** Opens the configured file store; throws a `SettingError` when it cannot be used. */
export async function openStore(config: Config, { log, processName = '' }: StoreOptions = {}): Promise<Store> {
  const folder = storeFolder(config)
  if (config.STORE === 'disk') {
    const store = await diskStore(folder, processName)
    return log ? reportedStore(store, reportAvailability(log, diskLines)) : store
  }
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (!config[name]) throw new SettingError(`With STORE=s3 the setting ${name} is required.`)
  }
  const settings: S3Settings = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  }
  const problem = await findS3Problem(settings)
  if (problem) throw new SettingError(problem)
  const availability = reportAvailability(log ?? silentLog, bucketLines)
  return s3Store(settings, { workspaceFolder: workspaceFolder(config), processName, contentTypeOf, availability })
}

const contentTypeOf = (key: string) => mimeTypeOf(key) ?? 'application/octet-stream'

/** Rejects with `unavailable`, as a bucket does, when files cannot be stored; a full disk has an answer of its own. */
function reportedStore(store: Store, availability: Availability): Store {
  const reported =
    <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        const result = await run(...args)
        availability.up()
        return result
      } catch (error) {
        if (isDiskFull(error)) throw error
        availability.down(error)
        throw fail('unavailable', { cause: error, isReported: true })
      }
    }
  return { ...store, createWorkspace: reported(store.createWorkspace), put: reported(store.put) }
}
