import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { openResources } from '../src/resources.ts'
import { runCommand } from '../src/run-command.ts'
import { inProcessWorker } from './in-process-worker.ts'

/** Runs a command of the operator's command line in this process; answers its output, library and exit status. */
export async function runVitrine(args: string[], settings: Record<string, string>, input = '') {
  let [out, errors, library] = ['', '', '']
  const print = (line: string) => void (out += `${line}\n`)
  const printError = (line: string) => {
    if (line.startsWith('Library: ')) library = line
    else errors += `${line}\n`
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(printError),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text))),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ]
  const umask = process.umask()
  try {
    const { status, error } = await runCommand({
      args,
      environment: { IMAGE_WORKERS: '1', ...settings },
      openResources: (config, options) => openResources(config, { ...options, startImagingWorker: inProcessWorker }),
    })
    if (error) printError(error)
    return { out, errors, library, code: status }
  } finally {
    process.umask(umask)
    for (const spy of spies) spy.mockRestore()
  }
}

/** The command that makes someone an admin with this password, whether they have an account or not. */
export const makeAdmin = (
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  { email, username }: { email: string; username: string },
  password: string,
  settings: Record<string, string> = {},
) =>
  runVitrine(
    ['admin', '--email', email, '--username', username, '--password-stdin'],
    { DATA_DIR: folder, DATABASE_URL: databaseUrl, ...settings },
    `${password}\n`,
  )
