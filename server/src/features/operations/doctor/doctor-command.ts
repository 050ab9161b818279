import type { SetUpCommand } from '#command'
import { databaseFindings } from './database-findings.ts'
import { diskFindings } from './disk-findings.ts'
import { mailFindings } from './mail-findings.ts'
import { programFindings } from './program-findings.ts'
import { settingFindings } from './setting-findings.ts'
import { storeFindings } from './store-findings.ts'

/** What is looked at, in this order; each look ends by itself within half a minute. */
const subjects = {
  Settings: settingFindings,
  Program: programFindings,
  Disk: diskFindings,
  Database: databaseFindings,
  Files: storeFindings,
  Mail: mailFindings,
}

const marks = { fault: 'FAULT', advice: 'note ' }

export const doctor: SetUpCommand = {
  usage: 'doctor',
  description:
    'Says what is misconfigured: settings, rights, clock, disk, database, bucket and mail. Exit status 1 when ' +
    'something does not work.',
  options: {},

  async runWith(_, config) {
    let hasFault = false
    for (const [subject, findingsOf] of Object.entries(subjects)) {
      const findings = await findingsOf(config)
      if (!findings.length) console.log(`ok     ${subject}`)
      for (const { kind, text } of findings) console.log(`${marks[kind]}  ${subject}: ${text}`)
      hasFault ||= findings.some(({ kind }) => kind === 'fault')
    }
    return !hasFault
  },
}
