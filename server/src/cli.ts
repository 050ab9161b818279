import { parseArgs } from 'node:util'
import { readConfig, SettingError } from '#config'
import { onShutdownSignal } from '#kit/shutdown'
import { admin } from './commands/admin.ts'
import { audit } from './commands/audit.ts'
import { type Command, CommandError, type CommandOptions } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { hosting } from './commands/hosting.ts'
import { importFolder } from './commands/import.ts'
import { searchIndex } from './commands/search-index.ts'
import { openResources, type Resources } from './resources.ts'

const commands: Record<string, Command> = { admin, audit, import: importFolder, hosting, index: searchIndex, demo }

async function main([name, ...rest]: string[]): Promise<boolean> {
  if (!name || name === 'help' || name === '--help' || name === '-h') return printHelp(overview())
  const command = commands[name]
  if (!command) throw new CommandError(`There is no command "${name}".\n\n${overview()}`)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(commandHelp(command))

  const { values, positionals } = parseCommandLine(command, rest)
  const config = readConfig()
  const foundation = await openResources(config)
  stopOnShutdownSignal(foundation)
  try {
    return await command.run({ ...foundation, config }, values, positionals)
  } finally {
    await foundation.stop()
  }
}

/** An interrupted command leaves no database running; what it has done stays done, and it can be run again. */
function stopOnShutdownSignal(foundation: Resources) {
  onShutdownSignal(async () => {
    isInterrupted = true
    await foundation.stop()
    process.exit(130)
  })
}

let isInterrupted = false

function parseCommandLine(command: Command, words: string[]) {
  try {
    return parseArgs({ args: words, options: command.options, allowPositionals: true }) as {
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
    ...Object.values(commands).map(({ usage, description: about }) => `  ${usage}\n      ${about}\n`),
    '  <command> --help says what a command takes. The settings of the site (DATA_DIR, DATABASE_URL …) hold here too.',
  ].join('\n')

const commandHelp = ({ usage, description: about, options }: Command) =>
  [
    `npm run vitrine -- ${usage}`,
    '',
    about,
    '',
    ...Object.entries(options).map(([name, { about: what }]) => `  --${name.padEnd(24)} ${what ?? ''}`),
  ].join('\n')

main(process.argv.slice(2)).then(
  (well) => process.exit(well ? 0 : 1),
  (error) => {
    if (isInterrupted) return
    console.error(error instanceof CommandError || error instanceof SettingError ? error.message : error)
    process.exit(1)
  },
)
