import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { SiteSettings } from '@vitrine/contract/site'
import { fileSenders } from '#kit/http/file-handover'
import type { MailSettings } from '#kit/mail'
import {
  emailAddress,
  integerBetween,
  networkList,
  oneOf,
  optionalMailServer,
  optionalSecret,
  optionalSiteUrl,
  optionalUrl,
  plainText,
  roleList,
  SettingError,
} from './setting-parsers.ts'
import { fileVariable, misspeltNames, readSettingsFile } from './settings/settings-file.ts'
import { siteSettings } from './settings/site-settings.ts'

/**
 * Every setting, read from the environment or from the file of settings and all of them optional; a test compares this
 * table with docs/settings.md. An invalid value stops the start with a sentence that names it.
 */
export const settings = {
  ...siteSettings,
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
  DEMO: {
    fallback: 'auto',
    description:
      '`on` adds a demonstration to an empty library in the embedded database, `auto` only without `SITE_URL`; `off`.',
    parse: oneOf('auto', 'on', 'off'),
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
    description: 'Sender of e-mails. Empty: `CONTACT_EMAIL`, or else `no-reply@` and the host of `SITE_URL`.',
    parse: (input: string) => input && emailAddress(input),
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

/**
 * Reads all settings; those of the environment come before those of the file in `VITRINE_ENV`. Throws a `SettingError`
 * for the first invalid one.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const file = readSettingsFile(environment, Object.keys(settings))
  const config: Record<string, unknown> = {}
  for (const [name, { fallback, parse }] of Object.entries(settings)) {
    const input = environment[name]?.trim() || file[name]?.trim() || fallback
    try {
      config[name] = parse(input)
    } catch (error) {
      const value = secretSettings.includes(name) ? 'the given value' : `"${input}"`
      throw new SettingError(`The setting ${name} must be ${(error as Error).message}; ${value} is not.`)
    }
  }
  assertFilesCanBeSent(config as Config)
  return config as Config
}

/** Has this process, and those that it starts, read their settings from this file. */
export function nameSettingsFile(path: string) {
  process.env[fileVariable] = path
}

/** Sentences on settings of the environment that are probably misspelt. */
export const settingWarnings = (environment: Record<string, string | undefined> = process.env): string[] =>
  misspeltNames(environment, Object.keys(settings))

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

/** What the contact page of a site on one's own machine shows (requirements: #contact-page). */
const exampleContact = { email: 'support@vitrine.example', phone: '+1 555 0100' }

/** `port` is the one that is listened on, where the address of the site follows from it. */
export function siteFromConfig(config: Config, port?: number): SiteSettings {
  const example = config.SITE_URL ? undefined : exampleContact
  const address = config.CONTACT_ADDRESS.split(';').flatMap((line) => line.trim() || [])
  return {
    name: config.SITE_NAME,
    url: siteUrl(config, port),
    contact: {
      email: config.CONTACT_EMAIL || example?.email,
      phone: config.CONTACT_PHONE || example?.phone,
      address: address.length > 0 ? address : undefined,
    },
    social: {
      x: config.SOCIAL_X || undefined,
      facebook: config.SOCIAL_FACEBOOK || undefined,
      pinterest: config.SOCIAL_PINTEREST || undefined,
      instagram: config.SOCIAL_INSTAGRAM || undefined,
    },
    password_max_length: config.PASSWORD_MAX_LENGTH,
    licences: config.LICENCES,
    requires_ai_statement: config.AI_STATEMENT === 'required',
    retention: {
      audit_days: config.AUDIT_DAYS,
      evidence_days: config.EVIDENCE_DAYS,
    },
    credit: { name: config.CREDIT_NAME, url: config.CREDIT_URL || undefined },
  }
}

export const mailSettings = (config: Config, { name, url, contact }: SiteSettings): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from: { name, address: config.MAIL_FROM || contact.email || `no-reply@${new URL(url).hostname}` },
  folder: join(config.DATA_DIR, 'mail'),
})
