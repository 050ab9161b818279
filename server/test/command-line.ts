import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const cli = join(import.meta.dirname, '../src/cli.ts')

/** Runs a command of the operator's command line in a process of its own. */
export async function runVitrine(args: string[], settings: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [cli, ...args], { env: { ...process.env, IMAGE_WORKERS: '1', ...settings } })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, errors, code: code as number }
}
