import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Resources } from './resources.ts'

interface CommandLine {
  usage: string
  description: string
  options: Record<string, { type: 'string' | 'boolean'; description: string }>
  /** The exit status where it throws, 1 by default. */
  failureStatus?: number
}

/** A command of the operator's command line, `npm run vitrine -- <usage>`. */
export interface Command extends CommandLine {
  /** Also runs where migrations are missing; others then say so. */
  atAnySchema?: boolean
  /** Returns whether it succeeded, or the exit status; throws a `CommandError` for a mistake of the operator's. */
  run(context: CommandContext, options: CommandOptions, args: string[]): Promise<boolean | number>
}

/** A command that reaches a site, here or elsewhere, by its API: it opens neither database nor files. */
export interface RemoteCommand extends CommandLine {
  runRemotely(options: CommandOptions, args: string[], environment: NodeJS.ProcessEnv): Promise<boolean>
}

/** A command that opens the site's parts itself, since something comes before them, or before the last migration. */
export interface SetUpCommand extends CommandLine {
  runWith(open: OpenSite, config: Config, options: CommandOptions, args: string[]): Promise<boolean>
}

/** Makes the library where there is none, and migrates it up to a migration or to the last. */
export type OpenSite = (options?: {
  upToMigration?: string
  printLine?: (line: string) => void
}) => Promise<CommandContext>

export type CommandContext = Resources & { config: Config }
export type CommandOptions = Record<string, string | boolean | undefined>

/** Its message is a sentence for the operator, printed without a stack. */
export class CommandError extends Error {}

/** A path as the operator typed it, relative to where they ran npm. */
export const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? '.', path)
