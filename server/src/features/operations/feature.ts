import type { Feature } from '#feature'
import { backup } from './backup/backup-command.ts'
import { restore } from './backup/restore-command.ts'
import { check } from './check/check-command.ts'
import { doctor } from './doctor/doctor-command.ts'
import { describeDatabase } from './metrics/database-metrics.ts'

export const operations: Feature = {
  commands: { backup, restore, check, doctor },
  metrics: ({ metrics, db }) => describeDatabase(metrics, db),
}
