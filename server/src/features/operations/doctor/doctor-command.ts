import { createTransport } from 'nodemailer'
import type { SetUpCommand } from '#command'
import type { Config } from '#config'
import { placeOf } from '#features/library/library'
import { version } from '#features/library/version'
import { findConfinement } from '#imaging/pool/confinement'
import { systemErrorText } from '../../../setting-parsers.ts'
import { databaseFindings } from './database-findings.ts'
import { diskFindings } from './disk-findings.ts'
import { advice, type Finding, fault } from './finding.ts'
import { presenceFindings } from './library-findings.ts'
import { settingFindings } from './setting-findings.ts'
import { storeFindings } from './store-findings.ts'

/** What is looked at, in this order; each look ends by itself within half a minute. */
const subjects = {
  Settings: settingFindings,
  Program: programFindings,
  Mail: mailFindings,
  Library: presenceFindings,
}

/** Of a library that is there: to look at them would make one. */
const parts = { Disk: diskFindings, Database: databaseFindings, Files: storeFindings }

const marks = { fault: 'FAULT', advice: 'note ' }

export const doctor: SetUpCommand = {
  usage: 'doctor',
  description:
    'Says what is misconfigured: settings, rights, clock, disk, database, bucket and mail. Exit status 1 when ' +
    'something does not work.',
  options: {},

  async runWith(_, config) {
    console.log(`Vitrine ${version}`)
    console.log(`Library: ${placeOf(config)}, ${config.SITE_URL || 'no SITE_URL'}`)
    const isThere = !(await presenceFindings(config)).length
    let hasFault = false
    for (const [subject, findingsOf] of Object.entries({ ...subjects, ...(isThere && parts) })) {
      const findings = await findingsOf(config)
      if (!findings.length) console.log(`ok     ${subject}`)
      for (const { kind, text } of findings) console.log(`${marks[kind]}  ${subject}: ${text}`)
      hasFault ||= findings.some(({ kind }) => kind === 'fault')
    }
    return !hasFault
  },
}

/** What confines the processes that decode pictures. */
async function programFindings(): Promise<Finding[]> {
  const { hasLimits, hasNoNetwork, hasNoFiles } = findConfinement()
  const findings: Finding[] = []
  if (!hasNoFiles)
    findings.push(advice('Processes that decode pictures can read the files of this account. Install bubblewrap.'))
  if (!hasNoNetwork) findings.push(advice('Processes that decode pictures reach the network. Install bubblewrap.'))
  if (!hasLimits)
    findings.push(advice('Processes that decode pictures have no memory limit. Install prlimit (util-linux).'))
  return findings
}

/** Connects and signs in to the mail server; nothing is sent. */
async function mailFindings({ SMTP_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return []
  const transport = createTransport({ url: SMTP_URL, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
    return []
  } catch (error) {
    return [fault(`The server in SMTP_URL cannot be used: ${systemErrorText(error)}.`)]
  } finally {
    transport.close()
  }
}
