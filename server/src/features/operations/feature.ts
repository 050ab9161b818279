import type { Feature } from '#feature'
import { backup } from './backup/backup-command.ts'
import { restore } from './backup/restore-command.ts'
import { doctor } from './doctor/doctor-command.ts'

export const operations: Feature = { commands: { backup, restore, doctor } }
