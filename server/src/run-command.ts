import { inspect, parseArgs } from 'node:util'
import { type Command, CommandError, type CommandOptions, type RemoteCommand, type SetUpCommand } from '#command'
import { type Config, readConfig, umaskOf } from '#config'
import { features } from './features.ts'
import type { ResourceOptions, Resources } from './resources.ts'
import { SettingError } from './setting-parsers.ts'

type AnyCommand = Command | RemoteCommand | SetUpCommand

const commands: Record<string, AnyCommand> = Object.assign({}, ...features.map((feature) => feature.commands))

export interface CommandCall {
  /** The words behind `npm run vitrine --`. */
  args: string[]
  environment: NodeJS.ProcessEnv
  /** Opens what the command needs, which is closed when it ends. */
  openResources(config: Config, options?: ResourceOptions): Promise<Resources>
}

export interface CommandEnd {
  /** The exit status. */
  status: number
  /** Why it failed, for standard error. */
  error?: string
}

/** Runs a command of the operator's command line, which prints to the console. */
export async function runCommand(call: CommandCall): Promise<CommandEnd> {
  try {
    return { status: (await run(call)) ? 0 : 1 }
  } catch (error) {
    const isSentence = error instanceof CommandError || error instanceof SettingError
    const status = commands[call.args[0] ?? '']?.failureStatus ?? 1
    return { status, error: isSentence ? error.message : inspect(error) }
  }
}

async function run({ args: [name, ...rest], environment, openResources }: CommandCall): Promise<boolean> {
  if (!name || name === 'help' || name === '--help' || name === '-h') return printHelp(overview())
  const command = commands[name]
  if (!command) throw new CommandError(`There is no command "${name}".\n\n${overview()}`)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(commandHelp(command))

  const { values, positionals } = parseCommandLine(command, rest)
  if ('runRemotely' in command) return command.runRemotely(values, positionals, environment)
  const config = readConfig(environment)
  process.umask(umaskOf(config))
  const opened: Resources[] = []
  const open = async (options?: ResourceOptions) => {
    const resources = await openResources(config, options)
    opened.push(resources)
    return { ...resources, config }
  }
  try {
    if ('runWith' in command) return await command.runWith(open, config, values, positionals)
    return await command.run(await open(), values, positionals)
  } finally {
    for (const resources of opened) await resources.stop()
  }
}

function parseCommandLine(command: AnyCommand, args: string[]) {
  try {
    return parseArgs({ args, options: command.options, allowPositionals: true }) as {
      values: CommandOptions
      positionals: string[]
    }
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${commandHelp(command)}`)
  }
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
    '  <command> --help lists its options. The settings of the site (DATA_DIR, DATABASE_URL …) apply here too.',
  ].join('\n')

const commandHelp = ({ usage, description, options }: AnyCommand) =>
  [
    `npm run vitrine -- ${usage}`,
    '',
    description,
    '',
    ...Object.entries(options).map(([name, option]) => `  --${name.padEnd(24)} ${option.description}`),
  ].join('\n')
