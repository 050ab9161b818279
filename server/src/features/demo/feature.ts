import type { Feature } from '#feature'
import { demo as demoCommand } from './demo-command.ts'

export const demo: Feature = { commands: { demo: demoCommand } }
