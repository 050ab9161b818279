import { parseArgs } from 'node:util'
import { type Command, CommandError, type CommandOptions, type RemoteCommand, type SetUpCommand } from '#command'
import { readConfig, umaskOf } from '#config'
import { onShutdownSignal } from '#kit/shutdown'
import { features } from './features.ts'
import { openResources, type ResourceOptions, type Resources } from './resources.ts'
import { SettingError } from './setting-parsers.ts'

type AnyCommand = Command | RemoteCommand | SetUpCommand

const commands: Record<string, AnyCommand> = Object.assign({}, ...features.map((feature) => feature.commands))

async function main([name, ...rest]: string[]): Promise<boolean> {
  if (!name || name === 'help' || name === '--help' || name === '-h') return printHelp(overview())
  const command = commands[name]
  if (!command) throw new CommandError(`There is no command "${name}".\n\n${overview()}`)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(commandHelp(command))

  const { values, positionals } = parseCommandLine(command, rest)
  if ('runRemotely' in command) return command.runRemotely(values, positionals)
  const config = readConfig()
  process.umask(umaskOf(config))
  const opened: Resources[] = []
  const open = async (options?: ResourceOptions) => {
    const resources = await openResources(config, options)
    opened.push(resources)
    stopOnShutdownSignal(resources)
    return { ...resources, config }
  }
  try {
    if ('runWith' in command) return await command.runWith(open, config, values, positionals)
    return await command.run(await open(), values, positionals)
  } finally {
    for (const resources of opened) await resources.stop()
  }
}

/** An interrupted command stops the embedded database too. What it has done stays done, and it can be run again. */
function stopOnShutdownSignal(resources: Resources) {
  onShutdownSignal(async () => {
    isInterrupted = true
    await resources.stop()
    process.exit(130)
  })
}

let isInterrupted = false

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

main(process.argv.slice(2)).then(
  (succeeded) => process.exit(succeeded ? 0 : 1),
  (error) => {
    if (isInterrupted) return
    console.error(error instanceof CommandError || error instanceof SettingError ? error.message : error)
    process.exit(commands[process.argv[2] ?? '']?.failureStatus ?? 1)
  },
)
