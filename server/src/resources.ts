import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanWorkspace, openStore, workspaceFolder } from '#features/images/files/open-store'
import {
  assertLibraryIsThere,
  assertSchema,
  assertServable,
  type LibraryNeed,
  migrationsFolder,
} from '#features/library/library'
import { searchSessionParameters } from '#features/search/question/dictionary.sql'
import { readSearchSettings, searchSettingsChanged } from '#features/search/search-settings.sql'
import { startImagingPool } from '#imaging/imaging-pool'
import type { ImagingWorker } from '#imaging/pool/sandboxed-process'
import type { DatabaseUrl } from '#kit/database/database-url'
import { migrate, schemaState, serverVersion } from '#kit/database/migrate'
import { listenForNotifications } from '#kit/database/notifications'
import { createNotifiedCopy } from '#kit/database/notified-copy'
import { openBackgroundDatabase, openDatabase, type PoolOptions, splitConnections } from '#kit/database/pool'
import { databaseWaiter, type WaitForDatabase } from '#kit/database/wait-for-database'
import { startPostgres } from '#kit/embedded-postgres/supervisor'
import { type JobModule, runJobs } from '#kit/jobs/job-worker'
import { createStartLog, type Logger, reportAvailability } from '#kit/logger'
import { measuredStore } from '#kit/metrics/measured-store'
import { createMetrics, noMetrics } from '#kit/metrics/metrics'
import { createTokens } from '#kit/security/jwt'
import { loadMasterKey } from '#kit/security/master-key'
import { createSigner } from '#kit/security/signer'
import { describeFreeSpace } from '#kit/storage/disk-space'
import { createSlowQueryLog, noQueryLog } from '#kit/tracing/slow-queries'
import { type Config, siteUrl } from './config.ts'
import { SettingError, systemErrorText } from './setting-parsers.ts'

/** What the site and the operator's commands share: open connections, the file store and worker processes. */
export type Resources = Awaited<ReturnType<typeof openResources>>

export interface ResourceOptions {
  printLine?: (line: string) => void
  /** Leaves out the migrations after this one. */
  upToMigration?: string
  /** What is there already: it is neither made nor migrated, and without it the operator reads where it was sought. */
  needs?: LibraryNeed
  /** Starts what decodes images; a sandboxed process where none is given. */
  startImagingWorker?: () => ImagingWorker
}

/** What it has to say is printed for the operator until `logTo` names the site's log. */
export async function openResources(
  config: Config,
  { printLine = () => {}, upToMigration, needs, startImagingWorker }: ResourceOptions = {},
) {
  const log = createStartLog(printLine)
  const print = (line: string) => log.warn(line)
  const whenReachable = databaseWaiter((reason) => print(`Waiting for the database: ${systemErrorText(reason)}`))
  if (needs) assertLibraryIsThere(config)
  await assertFolderUsable(config.DATA_DIR)
  if (config.DATABASE_URL) await assertDatabaseUsable(config.DATABASE_URL, whenReachable)
  const masterKey = await loadMasterKey(config.SECRET_KEY, config.DATA_DIR)
  const postgres = config.DATABASE_URL ? null : await startEmbeddedPostgres(config, log)
  const url = () => postgres?.url ?? config.DATABASE_URL
  const metrics = config.METRICS ? await createMetrics() : noMetrics
  const poolOptions: PoolOptions = {
    sessionParameters: searchSessionParameters,
    metrics,
    queryLog: config.SLOW_QUERY_MS ? createSlowQueryLog(log, config.SLOW_QUERY_MS) : noQueryLog,
  }
  const pools = openPools(url, config, log, poolOptions)
  try {
    const schema = await whenReachable(() => schemaState(pools.backgroundDb, migrationsFolder))
    await assertServable(pools.backgroundDb, schema)
    if (needs) assertSchema(schema, needs)
    const isToMigrate = !needs && (upToMigration || !schema.unknown.length)
    const migrated = isToMigrate ? await whenReachable(() => migrate(url(), migrationsFolder, upToMigration)) : []
    if (migrated.length) print(`Database migrated: ${migrated.join(', ')}`)
    const notifications = await whenReachable(() => listenForNotifications(url, listenAvailability(log)))
    const store = measuredStore(await openStore(config, { log, processName: notifications.processName }), metrics)
    describeFreeSpace(metrics, { data: config.DATA_DIR, workspace: workspaceFolder(config) })
    const imagingPool = startImagingPool({
      workers: config.IMAGE_WORKERS,
      log: print,
      metrics,
      startWorker: startImagingWorker,
    })
    return {
      ...pools,
      notifications,
      store,
      masterKey,
      mediaSigner: createSigner(masterKey.deriveKey('media')),
      /** Makes and checks the check characters of API keys. */
      apiKeySigner: createSigner(masterKey.deriveKey('API keys')),
      tokens: createTokens(masterKey.deriveKey('tokens')),
      imagingPool,
      licensor: { name: config.SITE_NAME, url: siteUrl(config) },
      /** What this process tells Prometheus. */
      metrics,
      searchSettings: createNotifiedCopy(notifications, searchSettingsChanged, () => readSearchSettings(pools.db)),
      /** Removes unfinished files of ended processes from this machine. */
      cleanWorkspace: () => cleanWorkspace(config, pools.backgroundDb, notifications.processName),
      /** Runs queued jobs; its runner must be stopped before these resources are. */
      runJobs: (modules: JobModule[], log: Logger) =>
        runJobs(url, modules, { log, processName: notifications.processName }),
      /** Writes to the site's log from now on. */
      logTo: log.redirect,
      /** Does what cannot fail for want of a database, such as a step of the start. */
      whenReachable,
      /** For what needs a connection of its own, such as COPY. */
      getDatabaseUrl: url,
      /** Closes everything, in the order of its dependencies. */
      async stop() {
        await imagingPool.stop()
        await notifications.stop()
        await closePools(pools)
        await postgres?.stop()
      },
    }
  } catch (error) {
    await closePools(pools)
    await postgres?.stop()
    throw error
  }
}

/** The folders on this machine that new files are written to; each may be a mount of its own. */
export const writtenFolders = (config: Config) => [config.DATA_DIR, workspaceFolder(config)]

const startEmbeddedPostgres = ({ DATA_DIR }: Config, log: Logger) => {
  const folder = join(DATA_DIR, 'postgres')
  const availability = reportAvailability(log, {
    away: `The embedded PostgreSQL ended and is started again; its log is ${join(folder, 'postgres.log')}`,
    back: 'The embedded PostgreSQL is back',
  })
  return startPostgres(folder, { print: (line) => log.warn(line), availability })
}

function openPools(url: DatabaseUrl, config: Config, log: Logger, poolOptions: PoolOptions) {
  const connections = splitConnections(config.DATABASE_POOL)
  const availability = reportAvailability(log, {
    away: 'The database cannot be reached; calls that need it are answered with 503',
    back: 'The database can be reached again',
  })
  const options = { ...poolOptions, availability }
  return {
    /** Of writes and of signed-in people's reads. */
    db: openDatabase(url, { ...options, connections: connections.people }),
    visitorDb: openDatabase(url, { ...options, connections: connections.visitors, name: 'vitrine visitors' }),
    /** Without statement timeouts, for background work. */
    backgroundDb: openBackgroundDatabase(url, options),
  }
}

async function closePools({ db, visitorDb, backgroundDb }: ReturnType<typeof openPools>) {
  await backgroundDb.destroy()
  await visitorDb.destroy()
  await db.destroy()
}

const listenAvailability = (log: Logger) =>
  reportAvailability(log, {
    away: 'The LISTEN connection is down; cached replies live 5 s',
    back: 'The LISTEN connection is up again',
  })

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

async function assertDatabaseUsable(url: string, whenReachable: WaitForDatabase) {
  const version = await whenReachable(() => serverVersion(url)).catch((error) => {
    throw new SettingError(`Vitrine cannot connect to the database in DATABASE_URL: ${systemErrorText(error)}.`)
  })
  if (version < 18)
    throw new SettingError(`The database in DATABASE_URL is PostgreSQL ${version}; Vitrine needs 18 or newer.`)
}
