import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSetting, type Config, reasonOf, siteUrl } from '#config'
import type { Licensor } from '#features/images/licence'
import { type ImagingPool, startImagingPool } from '#features/images/pictures'
import { type Database, migrate, openDatabase, openDatabaseBehind, serverVersion } from '#kit/database'
import { type Jobs, runJobs, type Work } from '#kit/jobs'
import type { Log } from '#kit/log'
import { startPostgres } from '#kit/postgres'
import type { S3Settings } from '#kit/s3-requests'
import { s3Store, s3Trouble } from '#kit/s3-store'
import { loadSecret, type Secret } from '#kit/secret'
import { listen, type Signals } from '#kit/signals'
import { diskStore, type Store } from '#kit/store'
import { type Tokens, tokensBy } from '#kit/tokens'

/** What the site and the operator's commands stand on. */
export interface Foundation {
  db: Database
  /** The same, for work behind the pages. */
  behind: Database
  signals: Signals
  store: Store
  secret: Secret
  tokens: Tokens
  pictures: ImagingPool
  licensor: Licensor
  /** Works through the jobs of the database until it is told to stop, which must be before the foundation is. */
  runJobs(work: Work[], log: Log): Jobs
  /** Puts everything down in the order that loses nothing. */
  stop(): Promise<void>
}

/** Starts or finds the database, brings its tables up to date and opens the store. `say` tells the operator of it. */
export async function layFoundation(config: Config, say: (line: string) => void = () => {}): Promise<Foundation> {
  await usableFolder(config.DATA_DIR)
  if (config.DATABASE_URL) await usableDatabase(config.DATABASE_URL)
  const secret = await loadSecret(config.SECRET_KEY, config.DATA_DIR)
  const postgres = config.DATABASE_URL ? null : await startPostgres(join(config.DATA_DIR, 'postgres'), { say })
  const url = config.DATABASE_URL || postgres!.url
  const db = openDatabase(url, config.DATABASE_POOL)
  const behind = openDatabaseBehind(url)
  try {
    const migrated = await migrate(url)
    if (migrated.length) say(`Database brought up to date: ${migrated.join(', ')}`)
    const signals = await listen(url)
    const store = await storeOf(config)
    const pictures = startImagingPool({ workers: config.IMAGE_WORKERS, maxWaiting: 200, log: say })
    const stop = async () => {
      await pictures.stop()
      await signals.stop()
      await behind.destroy()
      await db.destroy()
      await postgres?.stop()
    }
    const licensor = { name: config.SITE_NAME, url: siteUrl(config) }
    const tokens = tokensBy(secret.keyFor('tokens'))
    const jobs = (work: Work[], log: Log) => runJobs(url, work, log)
    return { db, behind, signals, store, secret, tokens, pictures, licensor, runJobs: jobs, stop }
  } catch (error) {
    await behind.destroy()
    await db.destroy()
    await postgres?.stop()
    throw error
  }
}

/** Where the images lie. Throws a `BadSetting` that says why it cannot be used. */
export async function storeOf(config: Config): Promise<Store> {
  const folder = join(config.DATA_DIR, 'files')
  if (config.STORE === 'disk') return diskStore(folder)
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (!config[name]) throw new BadSetting(`With STORE=s3 the setting ${name} is needed.`)
  }
  const settings: S3Settings = {
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    pathStyle: config.S3_PATH_STYLE === 'on',
  }
  const trouble = await s3Trouble(settings)
  if (trouble) throw new BadSetting(trouble)
  return s3Store(settings, join(folder, 'tmp'))
}

async function usableFolder(folder: string) {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new BadSetting(`The setting DATA_DIR must be a folder that Vitrine may write to (${reasonOf(error)}).`)
  }
}

async function usableDatabase(url: string) {
  const version = await serverVersion(url).catch((error) => {
    throw new BadSetting(`The database that DATABASE_URL names does not let Vitrine in: ${reasonOf(error)}.`)
  })
  if (version < 18)
    throw new BadSetting(`The database that DATABASE_URL names is PostgreSQL ${version}; Vitrine needs 18 or newer.`)
}
