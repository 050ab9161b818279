import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { passwordLength } from '@vitrine/contract/fields'
import type { SiteSettings } from '@vitrine/contract/site'
import { licenceIds } from '@vitrine/contract/vocabulary/licences'
import { fileSenders } from '#kit/http/send-file'
import type { MailSettings } from '#kit/mail'
import {
  integerBetween,
  licenceList,
  nameAndAddress,
  networkList,
  oneOf,
  optionalEmailAddress,
  optionalListener,
  optionalMailServer,
  optionalPhoneNumber,
  optionalSecret,
  optionalSiteUrl,
  optionalUrl,
  plainText,
  profileList,
  roleList,
  SettingError,
} from './setting-parsers.ts'
import { fileVariable, misspeltNames, readSettingsFile } from './settings-file.ts'

/** What tests and benchmarks change alone, and docs/settings.md leaves out. */
export const testSettings = {
  CLOUDFLARE_API: ['https://api.cloudflare.com/client/v4', optionalUrl('https', 'http')],
  THROTTLE: ['on', oneOf('on', 'off')],
  WORD_TABLES: ['on', oneOf('on', 'off')],
} as const

/**
 * Every setting, all optional: its default, and what parses its value; docs/settings.md has the meanings in this order.
 * An invalid value stops the start with a sentence that names it.
 */
export const settings = {
  PORT: ['3000', integerBetween(0, 65_535)],
  HOST: ['localhost', plainText],
  DATA_DIR: ['./data', (input: string) => resolve(input)],
  DATABASE_URL: ['', optionalUrl('postgres', 'postgresql')],
  SITE_URL: ['', optionalSiteUrl],
  TRUST_PROXY: ['', networkList],
  SECRET_KEY: ['', optionalSecret],
  ROLES: ['web,jobs', roleList],
  DEMO: ['auto', oneOf('auto', 'on', 'off')],

  SITE_NAME: ['Vitrine', plainText],
  CONTACT_EMAIL: ['', optionalEmailAddress],
  CONTACT_PHONE: ['', optionalPhoneNumber],
  CONTACT_ADDRESS: ['', plainText],
  SECURITY_CONTACT: ['', (input: string) => (input.startsWith('https://') ? input : optionalEmailAddress(input))],
  SOCIAL_LINKS: ['', profileList],
  CREDIT: ['the Vitrine team', nameAndAddress],

  STORE: ['disk', oneOf('disk', 's3')],
  FILES_SENT_BY: ['node', oneOf(...fileSenders)],
  S3_ENDPOINT: ['', optionalUrl('https', 'http')],
  S3_BUCKET: ['', plainText],
  S3_REGION: ['auto', plainText],
  S3_ACCESS_KEY: ['', plainText],
  S3_SECRET_KEY: ['', plainText],
  FREE_DISK_MB: ['1024', integerBetween(0, 1_000_000_000)],

  SMTP_URL: ['', optionalMailServer],
  MAIL_FROM: ['', optionalEmailAddress],
  CONFIRM_EMAIL: ['auto', oneOf('auto', 'on', 'off')],
  PASSWORD_MAX_LENGTH: [String(passwordLength.max), integerBetween(passwordLength.max, passwordLength.siteMax)],
  PASSWORD_BLOCKLIST: ['on', oneOf('on', 'off')],
  LICENCES: [licenceIds.join(), licenceList],
  AI_STATEMENT: ['optional', oneOf('optional', 'required')],
  TRUSTED_UPLOADS: ['wait', oneOf('wait', 'live')],
  QUOTA_PENDING_IMAGES: ['12000', integerBetween(0, 1_000_000_000)],
  QUOTA_PENDING_NEW: ['200', integerBetween(0, 1_000_000_000)],
  QUOTA_STORAGE_MB: ['20000', integerBetween(0, 1_000_000_000)],
  QUOTA_UPLOADS_PER_HOUR: ['2500', integerBetween(0, 1_000_000_000)],

  EVIDENCE_DAYS: ['1095', integerBetween(1, 36_500)],
  AUDIT_DAYS: ['365', integerBetween(1, 36_500)],

  IMAGE_WORKERS: [String(Math.min(4, availableParallelism())), integerBetween(1, 64)],
  DATABASE_POOL: ['10', integerBetween(1, 100)],
  CACHE_MB: ['96', integerBetween(8, 1_000_000)],
  DRAIN_SECONDS: ['0', integerBetween(0, 60)],
  SLOW_QUERY_MS: ['500', integerBetween(0, 60_000)],
  METRICS: ['', optionalListener],
  LOG_LEVEL: ['info', oneOf('debug', 'info', 'warn', 'error', 'silent')],
  ...testSettings,
} as const

/** Error messages do not repeat the values of these. */
const secretSettings = ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET_KEY']

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name][1]> }

/** The environment comes before the file in `VITRINE_ENV`. Throws a `SettingError` for the first invalid value. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const file = readSettingsFile(environment, Object.keys(settings))
  const config: Record<string, unknown> = {}
  for (const [name, [fallback, parse]] of Object.entries(settings)) {
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
    social: config.SOCIAL_LINKS,
    password_max_length: config.PASSWORD_MAX_LENGTH,
    licences: config.LICENCES,
    requires_ai_statement: config.AI_STATEMENT === 'required',
    retention: {
      audit_days: config.AUDIT_DAYS,
      evidence_days: config.EVIDENCE_DAYS,
    },
    credit: config.CREDIT,
  }
}

export const mailSettings = (config: Config, { name, url, contact }: SiteSettings): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from: { name, address: config.MAIL_FROM || contact.email || `no-reply@${new URL(url).hostname}` },
  folder: join(config.DATA_DIR, 'mail'),
})
