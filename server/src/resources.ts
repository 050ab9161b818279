import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { searchSessionParameters } from '#features/search/search.sql'
import { type ImagingPool, startImagingPool } from '#imaging/imaging-pool'
import type { Licensor } from '#imaging/licence-xmp'
import { migrate, serverVersion } from '#kit/database/migrate'
import { listenForNotifications, type Notifications } from '#kit/database/notifications'
import { type Database, openBackgroundDatabase, openDatabase } from '#kit/database/pool'
import { startPostgres } from '#kit/embedded-postgres/supervisor'
import { type JobModule, type JobRunner, runJobs } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import { createTokens, type Tokens } from '#kit/security/jwt'
import { loadMasterKey, type MasterKey } from '#kit/security/master-key'
import { createSigner, type Signer } from '#kit/security/signer'
import { diskStore } from '#kit/storage/disk-store'
import type { S3Settings } from '#kit/storage/s3-client'
import { findS3Problem, s3Store } from '#kit/storage/s3-store'
import type { Store } from '#kit/storage/store'
import { type Config, SettingError, siteUrl, systemErrorText } from './config.ts'

const migrationsFolder = join(import.meta.dirname, '../migrations')

/** What the site and the operator's commands stand on. */
export interface Resources {
  db: Database
  /** The same, for work behind the pages. */
  backgroundDb: Database
  notifications: Notifications
  store: Store
  masterKey: MasterKey
  mediaSigner: Signer
  tokens: Tokens
  imagingPool: ImagingPool
  licensor: Licensor
  /** Works through the jobs of the database until it is told to stop, which must be before the foundation is. */
  runJobs(work: JobModule[], log: Logger): JobRunner
  /** Puts everything down in the order that loses nothing. */
  stop(): Promise<void>
}

/** Starts or finds the database, brings its tables up to date and opens the store. `say` tells the operator of it. */
export async function openResources(config: Config, say: (line: string) => void = () => {}): Promise<Resources> {
  await assertFolderUsable(config.DATA_DIR)
  if (config.DATABASE_URL) await assertDatabaseUsable(config.DATABASE_URL)
  const secret = await loadMasterKey(config.SECRET_KEY, config.DATA_DIR)
  const postgres = config.DATABASE_URL ? null : await startPostgres(join(config.DATA_DIR, 'postgres'), { print: say })
  const url = config.DATABASE_URL || postgres!.url
  const db = openDatabase(url, { connections: config.DATABASE_POOL, sessionParameters: searchSessionParameters })
  const behind = openBackgroundDatabase(url, { sessionParameters: searchSessionParameters })
  try {
    const migrated = await migrate(url, migrationsFolder)
    if (migrated.length) say(`Database brought up to date: ${migrated.join(', ')}`)
    const signals = await listenForNotifications(url)
    const store = await openStore(config)
    const pictures = startImagingPool({ workers: config.IMAGE_WORKERS, maxWaiting: 200, log: say })
    const stop = async () => {
      await pictures.stop()
      await signals.stop()
      await behind.destroy()
      await db.destroy()
      await postgres?.stop()
    }
    const licensor = { name: config.SITE_NAME, url: siteUrl(config) }
    const tokens = createTokens(secret.deriveKey('tokens'))
    const jobs = (work: JobModule[], log: Logger) => runJobs(url, work, log)
    return {
      db,
      backgroundDb: behind,
      notifications: signals,
      store,
      masterKey: secret,
      mediaSigner: createSigner(secret.deriveKey('media')),
      tokens,
      imagingPool: pictures,
      licensor,
      runJobs: jobs,
      stop,
    }
  } catch (error) {
    await behind.destroy()
    await db.destroy()
    await postgres?.stop()
    throw error
  }
}

/** Where the images lie. Throws a `BadSetting` that says why it cannot be used. */
export async function openStore(config: Config): Promise<Store> {
  const folder = join(config.DATA_DIR, 'files')
  if (config.STORE === 'disk') return diskStore(folder)
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (!config[name]) throw new SettingError(`With STORE=s3 the setting ${name} is needed.`)
  }
  const settings: S3Settings = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    pathStyle: config.S3_PATH_STYLE === 'on',
  }
  const trouble = await findS3Problem(settings)
  if (trouble) throw new SettingError(trouble)
  return s3Store(settings, { workspaceFolder: join(folder, 'tmp'), contentTypeOf })
}

const contentTypeOf = (key: string) => (key.endsWith('.webp') ? 'image/webp' : 'image/png')

async function assertFolderUsable(folder: string) {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SettingError(
      `The setting DATA_DIR must be a folder that Vitrine may write to (${systemErrorText(error)}).`,
    )
  }
}

async function assertDatabaseUsable(url: string) {
  const version = await serverVersion(url).catch((error) => {
    throw new SettingError(`The database that DATABASE_URL names does not let Vitrine in: ${systemErrorText(error)}.`)
  })
  if (version < 18)
    throw new SettingError(`The database that DATABASE_URL names is PostgreSQL ${version}; Vitrine needs 18 or newer.`)
}
