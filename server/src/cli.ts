import { parseArgs } from 'node:util'
import { BadSetting, readConfig } from '#config'
import { onStopSignals } from '#kit/stop-signals'
import { admin } from './commands/admin.ts'
import { audit } from './commands/audit.ts'
import { type Command, type Said, Wrong } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { galleryIndex } from './commands/gallery-index.ts'
import { hosting } from './commands/hosting.ts'
import { importFolder } from './commands/import.ts'
import { type Foundation, layFoundation } from './foundation.ts'

const commands: Record<string, Command> = { admin, audit, import: importFolder, hosting, index: galleryIndex, demo }

async function main([name, ...rest]: string[]): Promise<boolean> {
  if (!name || name === 'help' || name === '--help' || name === '-h') return tell(allCommands())
  const command = commands[name]
  if (!command) throw new Wrong(`There is no command "${name}".\n\n${allCommands()}`)
  if (rest.includes('--help') || rest.includes('-h')) return tell(oneCommand(command))

  const { values, positionals } = read(command, rest)
  const config = readConfig()
  const foundation = await layFoundation(config)
  stopOnSignals(foundation)
  try {
    return await command.run({ ...foundation, config }, values, positionals)
  } finally {
    await foundation.stop()
  }
}

/** An interrupted command leaves no database running; what it has done stays done, and it can be run again. */
function stopOnSignals(foundation: Foundation) {
  onStopSignals(async () => {
    interrupted = true
    await foundation.stop()
    process.exit(130)
  })
}

let interrupted = false

function read(command: Command, words: string[]) {
  try {
    return parseArgs({ args: words, options: command.options, allowPositionals: true }) as {
      values: Said
      positionals: string[]
    }
  } catch (error) {
    throw new Wrong(`${(error as Error).message}\n\n${oneCommand(command)}`)
  }
}

function tell(text: string): true {
  console.log(text)
  return true
}

const allCommands = () =>
  [
    'npm run vitrine -- <command>',
    '',
    ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}\n`),
    '  <command> --help says what a command takes. The settings of the site (DATA_DIR, DATABASE_URL …) hold here too.',
  ].join('\n')

const oneCommand = ({ usage, about, options }: Command) =>
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
    if (interrupted) return
    console.error(error instanceof Wrong || error instanceof BadSetting ? error.message : error)
    process.exit(1)
  },
)
