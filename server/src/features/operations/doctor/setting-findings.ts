import type { Config } from '#config'
import { isBehindUnknownProxy, isLoopback } from '#kit/http/client-network'

/** A sentence for the operator: a fault keeps something from working, advice does not. */
export interface Finding {
  kind: 'fault' | 'advice'
  text: string
}

export const fault = (text: string): Finding => ({ kind: 'fault', text })
export const advice = (text: string): Finding => ({ kind: 'advice', text })

type Rule = [applies: boolean, text: string]

const findingsWhere =
  (findingOf: (text: string) => Finding) =>
  (...rules: Rule[]): Finding[] =>
    rules.flatMap(([applies, text]) => (applies ? [findingOf(text)] : []))

export const faultsWhere = findingsWhere(fault)
export const adviceWhere = findingsWhere(advice)

/** Settings that are valid each, and rarely meant together; a start says so too. */
export async function settingFindings(config: Config): Promise<Finding[]> {
  const isPublic = config.SITE_URL.startsWith('https:')
  const advices = adviceWhere(
    [
      !config.SITE_URL && config.HOST !== 'localhost',
      'SITE_URL is empty, so links in e-mails and metadata lead to localhost.',
    ],
    [
      isBehindUnknownProxy(config.SITE_URL, config.TRUST_PROXY),
      'TRUST_PROXY is empty, so all visitors have the address of the reverse proxy: log-ins, messages, reports and ' +
        'zips are not limited by network, and each download counts. Name the address of the proxy there.',
    ],
    [isPublic && !config.SMTP_URL, 'SMTP_URL is empty, so no e-mail leaves this machine.'],
    [config.CONFIRM_EMAIL === 'on' && !config.SMTP_URL, 'CONFIRM_EMAIL is on without SMTP_URL, so no one can upload.'],
    [config.THROTTLE === 'off', 'THROTTLE is off: passwords can be guessed without limit.'],
    [config.PASSWORD_BLOCKLIST === 'off', 'PASSWORD_BLOCKLIST is off: the most common passwords are allowed.'],
    [
      Boolean(config.DATABASE_URL) && !config.SECRET_KEY,
      'SECRET_KEY is empty, so each machine makes its own in DATA_DIR: with several processes, set the same for all.',
    ],
    [
      isPublic && config.FILES_SENT_BY === 'bucket' && config.S3_ENDPOINT.startsWith('http:'),
      'S3_ENDPOINT is without TLS: with FILES_SENT_BY=bucket, browsers block downloads from it.',
    ],
    [
      config.STORE === 's3' && isUnencrypted(config.S3_ENDPOINT, 'https:'),
      'S3_ENDPOINT is without TLS: files travel as anyone on the way can read and change them.',
    ],
    [
      isUnencrypted(config.SMTP_URL, 'smtps:'),
      'SMTP_URL is without TLS, which the server may then refuse: with smtps:// or ?requireTLS=true, mails and the ' +
        'password of the account travel encrypted.',
    ],
    [
      isUnencrypted(config.DATABASE_URL) && !/[?&]sslmode=(require|verify-ca|verify-full)\b/.test(config.DATABASE_URL),
      'DATABASE_URL is without TLS: add ?sslmode=verify-full.',
    ],
    [config.STORE === 's3' && !config.DATABASE_URL, 'STORE is s3 with an embedded database, which stays on this disk.'],
  )
  const faults = faultsWhere([
    Boolean(config.SITE_URL) && !config.CONTACT_EMAIL,
    'CONTACT_EMAIL is empty, so visitors cannot write to you: the contact page has no address and no form.',
  ])
  return [...faults, ...advices]
}

/** Whether what is sent to this server leaves the machine without TLS; `secure` is the protocol that has it. */
function isUnencrypted(address: string, secure?: string): boolean {
  if (!address) return false
  const { protocol, hostname, searchParams } = new URL(address)
  if (protocol === secure || searchParams.get('requireTLS') === 'true') return false
  return !isLoopback(hostname) && hostname !== 'localhost' && hostname !== ''
}
