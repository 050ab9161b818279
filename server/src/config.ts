import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { licenceIds } from '@vitrine/contract/vocabulary/licences'
import { fileSenders } from '#kit/http/file-handover'
import { roleList } from './roles.ts'
import {
  emailAddress,
  integerBetween,
  licenceList,
  networkList,
  oneOf,
  optionalMailServer,
  optionalSecret,
  optionalSiteUrl,
  optionalUrl,
  plainText,
  SettingError,
} from './setting-parsers.ts'
import { assertRowsOutlastFiles, retentionSettings } from './settings/retention-settings.ts'
import { siteSettings } from './settings/site-settings.ts'
import { trustSettings } from './settings/trust-settings.ts'

/**
 * Every setting, read from the environment and all of them optional; a test compares this table with the README's. An
 * invalid value stops the start with a sentence that names it.
 */
export const settings = {
  PORT: { fallback: '3000', description: 'Port to listen on.', parse: integerBetween(0, 65_535) },
  HOST: {
    fallback: 'localhost',
    description: 'Address to listen on: `localhost` for this machine only, `0.0.0.0` for all interfaces.',
    parse: plainText,
  },
  ROLES: {
    fallback: 'web,jobs',
    description: 'What this process does: `web` answers requests, `jobs` runs jobs; both by a comma.',
    parse: roleList,
  },
  DATA_DIR: {
    fallback: './data',
    description: 'Folder for files, secrets and the embedded database.',
    parse: (input: string) => resolve(input),
  },
  DATABASE_URL: {
    fallback: '',
    description: 'Your own PostgreSQL 18 (`postgres://…`). Empty: an embedded one in `DATA_DIR`.',
    parse: optionalUrl('postgres', 'postgresql'),
  },
  SITE_URL: {
    fallback: '',
    description: 'Public URL of the site, used in links and metadata. Empty: `http://localhost:PORT`.',
    parse: optionalSiteUrl,
  },
  LICENCES: {
    fallback: licenceIds.join(),
    description:
      'Licences that uploads may choose from, separated by commas; the first is the default without `library`.',
    parse: licenceList,
  },
  AI_STATEMENT: {
    fallback: 'optional',
    description: 'Whether uploads must say if AI made the picture: `optional` or `required`.',
    parse: oneOf('optional', 'required'),
  },
  ...siteSettings,
  DEMO: {
    fallback: 'on',
    description: '`on` adds a demonstration to an empty library in the embedded database.',
    parse: oneOf('on', 'off'),
  },
  STORE: {
    fallback: 'disk',
    description: 'Where files are stored: `disk` (in `DATA_DIR/files`) or `s3` (in the bucket below).',
    parse: oneOf('disk', 's3'),
  },
  FILES_SENT_BY: {
    fallback: 'node',
    description:
      'Who sends originals and downloads: `node`, `proxy` (`X-Accel-Redirect`) or `bucket` (by redirects to it).',
    parse: oneOf(...fileSenders),
  },
  S3_ENDPOINT: {
    fallback: '',
    description: 'URL of the S3 service (`https://…`), without the bucket.',
    parse: optionalUrl('https', 'http'),
  },
  S3_BUCKET: { fallback: '', description: 'Name of an existing bucket.', parse: plainText },
  S3_REGION: { fallback: 'auto', description: 'Region of the bucket.', parse: plainText },
  S3_ACCESS_KEY: { fallback: '', description: 'Access key that may read, write, list and delete.', parse: plainText },
  S3_SECRET_KEY: { fallback: '', description: 'Secret key of that access key.', parse: plainText },
  S3_PATH_STYLE: {
    fallback: 'on',
    description: '`off` for services that expect the bucket in the host name, such as Amazon.',
    parse: oneOf('on', 'off'),
  },
  CLOUDFLARE_API: {
    fallback: 'https://api.cloudflare.com/client/v4',
    description: 'Base URL of Cloudflare’s API, for tests.',
    parse: optionalUrl('https', 'http'),
  },
  CLOUDFLARE_BATCH: {
    fallback: 'https://batch.imagedelivery.net',
    description: 'Base URL of Cloudflare’s batch API, for tests.',
    parse: optionalUrl('https', 'http'),
  },
  CLOUDFLARE_DELIVERY: {
    fallback: 'https://imagedelivery.net',
    description: 'Base URL from which Cloudflare delivers images, for tests.',
    parse: optionalUrl('https', 'http'),
  },
  SECRET_KEY: {
    fallback: '',
    description: 'At least 32 random characters, the same for every process. Empty: created in `DATA_DIR`.',
    parse: optionalSecret,
  },
  SMTP_URL: {
    fallback: '',
    description: 'Mail server (`smtps://name:password@host`). Empty: e-mails are written to `DATA_DIR/mail`.',
    parse: optionalMailServer,
  },
  MAIL_FROM: {
    fallback: '',
    description: 'Sender of e-mails. Empty: `CONTACT_EMAIL`.',
    parse: (input: string) => input && emailAddress(input),
  },
  CONFIRM_EMAIL: {
    fallback: 'auto',
    description:
      'Whether people confirm their e-mail address before they upload: `on`, `off` or `auto` (`on` with `SMTP_URL`).',
    parse: oneOf('auto', 'on', 'off'),
  },
  TRUST_PROXY: {
    fallback: '',
    description: 'Comma-separated addresses of reverse proxies whose `X-Forwarded-For` is trusted.',
    parse: networkList,
  },
  THROTTLE: {
    fallback: 'on',
    description: '`off` disables the rate limits of login, registration, password reset and zips, for load tests.',
    parse: oneOf('on', 'off'),
  },
  PASSWORD_BLOCKLIST: {
    fallback: 'on',
    description: '`off` allows the most common passwords and those derived from a name.',
    parse: oneOf('on', 'off'),
  },
  QUOTA_PENDING_IMAGES: {
    fallback: '12000',
    description: 'Images of one contributor that may wait for review. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  ...trustSettings,
  QUOTA_STORAGE_MB: {
    fallback: '20000',
    description: 'MB that the images of one contributor may take. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  QUOTA_UPLOADS_PER_HOUR: {
    fallback: '2500',
    description: 'Images that one contributor may upload within an hour. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  FREE_DISK_MB: {
    fallback: '1024',
    description: 'MB that stay free on the disk of `DATA_DIR`: below, no new pictures are taken. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  WORD_TABLES: {
    fallback: 'on',
    description: '`off` leaves synonyms and other languages out of the search.',
    parse: oneOf('on', 'off'),
  },
  IMAGE_WORKERS: {
    fallback: String(Math.min(4, availableParallelism())),
    description: 'Number of processes that decode images.',
    parse: integerBetween(1, 64),
  },
  DATABASE_POOL: {
    fallback: '10',
    description: 'Database connections of one process, half of them for visitors.',
    parse: integerBetween(1, 100),
  },
  CACHE_MB: {
    fallback: '96',
    description: 'MiB of memory that all caches of one process share.',
    parse: integerBetween(8, 1_000_000),
  },
  EMBEDDED_BUFFERS_MB: {
    fallback: '0',
    description: 'MiB of shared buffers of the embedded PostgreSQL. 0: an eighth of the memory, at most 1024.',
    parse: integerBetween(0, 1_000_000),
  },
  ...retentionSettings,
  COUNTER_NOTICE_DAYS: {
    fallback: '18',
    description:
      'Days from a counter-notice to the return of the picture; 18 are 10 to 14 business days (17 U.S.C. 512(g)).',
    parse: integerBetween(1, 365),
  },
  DRAIN_SECONDS: {
    fallback: '0',
    description: 'Seconds for which a stopping process accepts requests while `/health/ready` answers 503.',
    parse: integerBetween(0, 60),
  },
  SLOW_QUERY_MS: {
    fallback: '500',
    description: 'Milliseconds from which a statement of the database is logged, without its values. 0: none.',
    parse: integerBetween(0, 60_000),
  },
  METRICS_PORT: {
    fallback: '0',
    description: 'Port at which Prometheus finds `/metrics`. 0: none.',
    parse: integerBetween(0, 65_535),
  },
  METRICS_HOST: {
    fallback: 'localhost',
    description: 'Address of that port. Visitors must not reach it.',
    parse: plainText,
  },
  LOG_LEVEL: {
    fallback: 'info',
    description: 'Lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
}

/** Error messages do not repeat the values of these. */
const secretSettings = ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET_KEY']

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> }

/** Reads all settings. Throws a `SettingError` for the first invalid one. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const config: Record<string, unknown> = {}
  for (const [name, { fallback, parse }] of Object.entries(settings)) {
    const input = environment[name]?.trim() || fallback
    try {
      config[name] = parse(input)
    } catch (error) {
      const value = secretSettings.includes(name) ? 'the given value' : `"${input}"`
      throw new SettingError(`The setting ${name} must be ${(error as Error).message}; ${value} is not.`)
    }
  }
  assertFilesCanBeSent(config as Config)
  assertRowsOutlastFiles(config as Config)
  return config as Config
}

function assertFilesCanBeSent({ FILES_SENT_BY, STORE, TRUST_PROXY }: Config) {
  if (FILES_SENT_BY === 'proxy' && STORE === 's3')
    throw new SettingError(
      'With STORE=s3 the setting FILES_SENT_BY must be node or bucket: the proxy cannot read the bucket.',
    )
  if (FILES_SENT_BY === 'bucket' && STORE === 'disk')
    throw new SettingError('With FILES_SENT_BY=bucket the setting STORE must be s3: files on a disk have no address.')
  if (FILES_SENT_BY === 'proxy' && TRUST_PROXY.length === 0)
    throw new SettingError(
      'With FILES_SENT_BY=proxy the setting TRUST_PROXY is required: only a trusted proxy is told to send files.',
    )
}

/** The public URL without a trailing slash. */
export const siteUrl = (config: Pick<Config, 'SITE_URL' | 'PORT'>, port: number = config.PORT) =>
  (config.SITE_URL || `http://localhost:${port}`).replace(/\/+$/, '')

/** Whether contributors confirm their e-mail address before they upload (decision 0034). */
export const confirmsEmail = ({ CONFIRM_EMAIL, SMTP_URL }: Pick<Config, 'CONFIRM_EMAIL' | 'SMTP_URL'>) =>
  CONFIRM_EMAIL === 'on' || (CONFIRM_EMAIL === 'auto' && SMTP_URL !== '')

/** Originals and pending images are for this account alone, or also for the group of a proxy that sends them. */
export const umaskOf = ({ FILES_SENT_BY }: Pick<Config, 'FILES_SENT_BY'>) => (FILES_SENT_BY === 'proxy' ? 0o027 : 0o077)
