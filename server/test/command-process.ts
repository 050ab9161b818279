import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const cli = join(import.meta.dirname, '../src/cli.ts')

export const startVitrine = (args: string[], settings: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [cli, ...args], { env: { ...process.env, IMAGE_WORKERS: '1', ...settings } })

export async function outcomeOf(child: ChildProcess) {
  const [out, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { out, errors, code: code as number }
}
