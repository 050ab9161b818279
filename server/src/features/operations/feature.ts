import type { SetUpCommand } from '#command'
import type { Feature } from '#feature'
import { backup } from './backup/backup-command.ts'
import { restore } from './backup/restore-command.ts'
import { check } from './check/check-command.ts'
import { doctor } from './doctor/doctor-command.ts'
import { describeDatabase, describeVersion } from './metrics/database-metrics.ts'

const migrate: SetUpCommand = {
  usage: 'migrate',
  description: 'Makes an empty library where there is none, and brings the database up to the schema of this version.',
  options: {},

  async runWith(open) {
    await open({ printLine: (line) => console.log(line) })
    console.log('The database has the schema of this version.')
    return true
  },
}

export const operations: Feature = {
  commands: { backup, restore, check, doctor, migrate },
  metrics({ metrics, db }) {
    describeDatabase(metrics, db)
    describeVersion(metrics)
  },
}
