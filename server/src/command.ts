import type { Config } from './config.ts'
import type { Resources } from './resources.ts'

/** A command of the operator's command line, `npm run vitrine -- <usage>`. */
export interface Command {
  usage: string
  description: string
  options: Record<string, { type: 'string' | 'boolean'; description: string }>
  /** Returns whether it succeeded, for the exit status; throws a `CommandError` for a mistake of the operator's. */
  run(context: CommandContext, options: CommandOptions, args: string[]): Promise<boolean>
}

export type CommandContext = Resources & { config: Config }
export type CommandOptions = Record<string, string | boolean | undefined>

/** Its message is a sentence for the operator, printed without a stack. */
export class CommandError extends Error {}
