import { inspect, parseArgs } from 'node:util'
import {
  type Command,
  CommandError,
  type CommandOptions,
  fromCaller,
  type RemoteCommand,
  type SetUpCommand,
} from '#command'
import { type Config, readConfig, settingWarnings, umaskOf } from '#config'
import { describeLibrary } from '#features/library/library'
import { version } from '#features/library/version'
import { features } from './features.ts'
import type { ResourceOptions, Resources } from './resources.ts'
import { SettingError, systemErrorText } from './setting-parsers.ts'
import { fileVariable } from './settings-file.ts'

type AnyCommand = Command | RemoteCommand | SetUpCommand

const commands: Record<string, AnyCommand> = Object.assign({}, ...features.map((feature) => feature.commands))

export interface CommandCall {
  /** The words behind `npm run vitrine --`. */
  args: string[]
  environment: NodeJS.ProcessEnv
  /** Opens what the command needs, which is closed when it ends. */
  openResources(config: Config, options?: ResourceOptions): Promise<Resources>
}

/** Runs a command, which prints to the console. Returns its exit status, and why it failed, for standard error. */
export async function runCommand(call: CommandCall): Promise<{ status: number; error?: string }> {
  try {
    const end = await run(call)
    return { status: typeof end === 'number' ? end : end ? 0 : 1 }
  } catch (error) {
    const status = commands[call.args[0] ?? '']?.failureStatus ?? 1
    return { status, error: sentenceOf(error) }
  }
}

/** What the operator can do something about is a sentence; anything else is a fault of ours, with its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingError) return error.message
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem ? `The command could not go on: ${systemErrorText(error)}.` : inspect(error)
}

async function run({ args: [name, ...rest], environment, openResources }: CommandCall): Promise<boolean | number> {
  if (!name || name === 'help' || name === '--help' || name === '-h') return printHelp(overview())
  if (name === 'version' || name === '--version') return printHelp(`Vitrine ${version}`)
  const command = commands[name]
  if (!command) throw new CommandError(`There is no command "${name}".\n\n${overview()}`)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(commandHelp(command))

  const { values, positionals } = parseCommandLine(command, rest)
  if ('runRemotely' in command) return command.runRemotely(values, positionals, environment)
  const file = typeof values.env === 'string' ? { [fileVariable]: fromCaller(values.env) } : {}
  const config = readConfig({ ...environment, ...file })
  for (const warning of settingWarnings(environment)) console.error(warning)
  process.umask(umaskOf(config))
  const opened: Resources[] = []
  const open = async (options?: ResourceOptions) => {
    const resources = await openResources(config, options)
    opened.push(resources)
    console.error(await describeLibrary(config, resources.backgroundDb))
    return { ...resources, config }
  }
  try {
    if ('runWith' in command) return await command.runWith(open, config, values, positionals)
    const needs = command.atAnySchema ? 'library' : 'migrated library'
    return await command.run(await open({ needs }), values, positionals)
  } finally {
    for (const resources of opened) await resources.stop()
  }
}

function parseCommandLine(command: AnyCommand, args: string[]) {
  try {
    return parseArgs({ args, options: optionsOf(command), allowPositionals: true }) as {
      values: CommandOptions
      positionals: string[]
    }
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${commandHelp(command)}`)
  }
}

/** Every command that reads the site's settings takes the file that has them. */
const optionsOf = (command: AnyCommand): AnyCommand['options'] =>
  'runRemotely' in command
    ? command.options
    : {
        ...command.options,
        env: { type: 'string', description: 'The file of the site’s settings, lines of NAME=value; else VITRINE_ENV.' },
      }

function printHelp(text: string): true {
  console.log(text)
  return true
}

const overview = () =>
  [
    'npm run vitrine -- <command>',
    '',
    ...Object.values(commands).map(({ usage, description }) => `  ${usage}\n      ${description}\n`),
    '  <command> --help lists its options. The settings of the site apply here too: --env <file> names their file.',
  ].join('\n')

const commandHelp = (command: AnyCommand) =>
  [
    `npm run vitrine -- ${command.usage}`,
    '',
    command.description,
    '',
    ...Object.entries(optionsOf(command)).map(([name, option]) => `  --${name.padEnd(24)} ${option.description}`),
  ].join('\n')
