import type { Config } from '#config'
import { advice, type Finding } from './finding.ts'

/** Settings that are valid each, and rarely meant together. */
export async function settingFindings(config: Config): Promise<Finding[]> {
  const isPublic = config.SITE_URL.startsWith('https:')
  const rules: [boolean, string][] = [
    [
      !config.SITE_URL && config.HOST !== 'localhost',
      'SITE_URL is empty, so links in e-mails and metadata lead to localhost.',
    ],
    [
      isPublic && config.TRUST_PROXY.length === 0,
      'TRUST_PROXY is empty, so all visitors count as the reverse proxy: log-ins, downloads and reports are limited ' +
        'and counted together.',
    ],
    [isPublic && !config.SMTP_URL, 'SMTP_URL is empty, so no e-mail leaves this machine.'],
    [config.CONFIRM_EMAIL === 'on' && !config.SMTP_URL, 'CONFIRM_EMAIL is on without SMTP_URL, so no one can upload.'],
    [config.THROTTLE === 'off', 'THROTTLE is off: passwords can be guessed without limit.'],
    [config.PASSWORD_BLOCKLIST === 'off', 'PASSWORD_BLOCKLIST is off: the most common passwords are allowed.'],
    [
      Boolean(config.DATABASE_URL) && !config.SECRET_KEY,
      'SECRET_KEY is empty, so each machine makes its own in DATA_DIR: with several processes, set the same for all.',
    ],
    [config.STORE === 's3' && !config.DATABASE_URL, 'STORE is s3 with an embedded database, which stays on this disk.'],
  ]
  return rules.flatMap(([applies, text]) => (applies ? [advice(text)] : []))
}
