import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/**
 * Every setting, read from the environment and all of them optional. The README lists the same table; a test compares.
 * A value that cannot be meant stops the start with a sentence that names it.
 */
export const settings = {
  PORT: { usual: '3000', about: 'Port to listen on.', read: integerBetween(0, 65_535) },
  HOST: {
    usual: 'localhost',
    about: 'Address to listen on: `localhost` for this machine only, `0.0.0.0` for everyone.',
    read: plainText,
  },
  DATA_DIR: {
    usual: './data',
    about: 'Folder for files, secrets and the built-in database.',
    read: (said: string) => resolve(said),
  },
  DATABASE_URL: {
    usual: '',
    about: 'A PostgreSQL 18 of your own (`postgres://…`). Empty: the built-in one, in `DATA_DIR`.',
    read: optionalUrl('postgres', 'postgresql'),
  },
  DATABASE_REPLICA_URL: {
    usual: '',
    about: 'A hot standby of `DATABASE_URL` that answers visitors (`postgres://…`). Empty: `DATABASE_URL` answers all.',
    read: optionalUrl('postgres', 'postgresql'),
  },
  SITE_URL: {
    usual: '',
    about: 'Public address of the site (`https://…`), used in links and metadata. Empty: `http://localhost:PORT`.',
    read: optionalSiteUrl,
  },
  SITE_NAME: { usual: 'Vitrine', about: 'Name of the site.', read: plainText },
  CONTACT_EMAIL: {
    usual: 'support@vitrine.example',
    about: 'E-mail address on the contact page.',
    read: emailAddress,
  },
  CONTACT_PHONE: { usual: '+1 555 0100', about: 'Phone number on the contact page.', read: phoneNumber },
  CONTACT_ADDRESS: {
    usual: '',
    about: 'Postal address on the contact page, its lines separated by `;`. Empty: none is shown.',
    read: plainText,
  },
  SOCIAL_X: {
    usual: 'https://x.com/',
    about: 'Your profile on X, in the footer; `off` hides the link.',
    read: urlOrOff,
  },
  SOCIAL_FACEBOOK: {
    usual: 'https://www.facebook.com/',
    about: 'Your profile on Facebook; `off` hides the link.',
    read: urlOrOff,
  },
  SOCIAL_PINTEREST: {
    usual: 'https://www.pinterest.com/',
    about: 'Your profile on Pinterest; `off` hides the link.',
    read: urlOrOff,
  },
  SOCIAL_INSTAGRAM: {
    usual: 'https://www.instagram.com/',
    about: 'Your profile on Instagram; `off` hides the link.',
    read: urlOrOff,
  },
  CREDIT_NAME: { usual: 'the Vitrine team', about: 'Who built the site, in the footer.', read: plainText },
  CREDIT_URL: {
    usual: 'off',
    about: 'Where the credit in the footer leads; `off` leads to the about page.',
    read: urlOrOff,
  },
  DEMO: {
    usual: 'on',
    about: '`off` starts empty. Otherwise an empty built-in library is filled with a demonstration.',
    read: oneOf('on', 'off'),
  },
  STORE: {
    usual: 'disk',
    about: 'Where the images lie: `disk`, in `DATA_DIR/files`, or `s3`, in a bucket that the settings below name.',
    read: oneOf('disk', 's3'),
  },
  S3_ENDPOINT: {
    usual: '',
    about: 'Address of the S3 service (`https://…`), without the bucket.',
    read: optionalUrl('https', 'http'),
  },
  S3_BUCKET: { usual: '', about: 'Name of the bucket, which exists already.', read: plainText },
  S3_REGION: { usual: 'auto', about: 'Region of the bucket.', read: plainText },
  S3_ACCESS_KEY: { usual: '', about: 'Access key that may read, write, list and delete there.', read: plainText },
  S3_SECRET_KEY: { usual: '', about: 'Its secret.', read: plainText },
  S3_PATH_STYLE: {
    usual: 'on',
    about: '`off` for services that want the bucket in the host name, as Amazon does.',
    read: oneOf('on', 'off'),
  },
  CLOUDFLARE_API: {
    usual: 'https://api.cloudflare.com/client/v4',
    about: 'Address of Cloudflare’s API: for tests.',
    read: optionalUrl('https', 'http'),
  },
  CLOUDFLARE_BATCH: {
    usual: 'https://batch.imagedelivery.net',
    about: 'Address at which Cloudflare Images takes many pictures in a row: for tests.',
    read: optionalUrl('https', 'http'),
  },
  SECRET_KEY: {
    usual: '',
    about: 'At least 32 characters that sign tokens; the same on every process. Empty: one is made in `DATA_DIR`.',
    read: optionalSecret,
  },
  SMTP_URL: {
    usual: '',
    about:
      'Mail server (`smtps://name:password@host`) that sends the mails. Empty: they are written to `DATA_DIR/mail`.',
    read: optionalMailServer,
  },
  MAIL_FROM: {
    usual: '',
    about: 'E-mail address that mails come from. Empty: `CONTACT_EMAIL`.',
    read: (said: string) => said && emailAddress(said),
  },
  TRUST_PROXY: {
    usual: '',
    about: 'Addresses of your reverse proxies, comma-separated, whose `X-Forwarded-For` is believed.',
    read: networkList,
  },
  THROTTLE: {
    usual: 'on',
    about: '`off` lets everybody try to sign in, register and reset as often as he likes: for tests of load.',
    read: oneOf('on', 'off'),
  },
  PASSWORD_BLOCKLIST: {
    usual: 'on',
    about: '`off` allows the most common passwords, and those made of a name.',
    read: oneOf('on', 'off'),
  },
  IMAGE_WORKERS: {
    usual: String(Math.min(4, availableParallelism())),
    about: 'Processes that decode pictures.',
    read: integerBetween(1, 64),
  },
  DATABASE_POOL: {
    usual: '10',
    about: 'Database connections of one process, and as many to the replica.',
    read: integerBetween(1, 100),
  },
  LOG_LEVEL: {
    usual: 'info',
    about: 'How much is logged: `debug`, `info`, `warn`, `error` or `silent`.',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
}

/** Nothing repeats what was given for these. */
const secretSettings = ['SECRET_KEY', 'DATABASE_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL', 'S3_SECRET_KEY']

export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/** Reads all settings. Throws a `BadSetting` whose message is meant for the operator. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const config: Record<string, unknown> = {}
  for (const [name, { usual, read }] of Object.entries(settings)) {
    const said = environment[name]?.trim() || usual
    try {
      config[name] = read(said)
    } catch (error) {
      const shown = secretSettings.includes(name) ? 'what was given' : `"${said}"`
      throw new SettingError(`The setting ${name} must be ${(error as Error).message}; ${shown} is not.`)
    }
  }
  return config as Config
}

/** Its message is a sentence for the operator: the start stops with it and nothing else. */
export class SettingError extends Error {}

/** What a failed system call says in a few words; of several attempts (localhost has two addresses), the first. */
export function systemErrorText(error: unknown): string {
  const { errors, code, message } = error as AggregateError & { code?: string }
  const first = errors?.[0] ?? { message }
  return first.message || code || String(error)
}

/** The public address without a final slash. */
export const siteUrl = (config: Pick<Config, 'SITE_URL' | 'PORT'>, port: number = config.PORT) =>
  (config.SITE_URL || `http://localhost:${port}`).replace(/\/+$/, '')

function plainText(said: string): string {
  return said
}

/** Addresses and networks (`10.0.0.0/8`), or the names that Fastify knows for the private ones. */
function networkList(said: string): string[] {
  const all = said
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!all.every(isNetwork)) throw new Error('a list of IP addresses or networks such as 10.0.0.0/8')
  return all
}

function isNetwork(said: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(said)) return true
  const [address = '', bits, ...more] = said.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

function integerBetween(least: number, most: number) {
  return (said: string): number => {
    if (!/^\d+$/.test(said) || Number(said) < least || Number(said) > most) {
      throw new Error(`a whole number from ${least} to ${most}`)
    }
    return Number(said)
  }
}

function oneOf<const T extends string>(...choices: T[]) {
  return (said: string): T => {
    if (!choices.includes(said as T)) throw new Error(`one of ${choices.join(', ')}`)
    return said as T
  }
}

function optionalUrl(...protocols: string[]) {
  return (said: string): string => {
    if (said && !protocols.some((one) => URL.canParse(said) && new URL(said).protocol === `${one}:`)) {
      throw new Error(`an address that begins with ${protocols[0]}://`)
    }
    return said
  }
}

function optionalMailServer(said: string): string {
  optionalUrl('smtp', 'smtps')(said)
  if (said && !new URL(said).hostname) throw new Error('an address that names a mail server')
  return said
}

/** Empty when it is off. */
function urlOrOff(said: string): string {
  if (said === 'off') return ''
  try {
    return optionalUrl('https', 'http')(said)
  } catch (error) {
    throw new Error(`${(error as Error).message} or off`)
  }
}

function emailAddress(said: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(said)) throw new Error('an e-mail address')
  return said
}

/** Only what a `tel:` link can say: an extension or letters would make it call somebody else (RFC 3966). */
function phoneNumber(said: string): string {
  if (!/^\+?[\d ()./-]+$/.test(said) || said.replaceAll(/\D/g, '').length < 3) {
    throw new Error('a phone number such as +1 555 0100')
  }
  return said
}

/** The site has its domain to itself: its addresses begin at the root. */
function optionalSiteUrl(said: string): string {
  optionalUrl('http', 'https')(said)
  const url = said ? new URL(said) : null
  if (url && url.href !== `${url.origin}/`) throw new Error('the address of a whole site such as https://png.example')
  return said
}

function optionalSecret(said: string): string {
  if (said && said.length < 32) throw new Error('at least 32 characters long')
  return said
}
