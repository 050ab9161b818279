import type { Config } from '#config'
import type { Resources } from '../resources.ts'

/** One of the operator's commands: what it takes, what it is for, and what it does. */
export interface Command {
  usage: string
  description: string
  options: Record<string, { type: 'string' | 'boolean'; about: string }>
  /** Answers whether all went well. Throws `Wrong` with a sentence for the operator. */
  run(ground: Resources & { config: Config }, said: CommandOptions, words: string[]): Promise<boolean>
}
export type CommandOptions = Record<string, string | boolean | undefined>

/** A mistake of the operator's, in words for him. */
export class CommandError extends Error {}
