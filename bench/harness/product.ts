import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The product as `npm start` runs it, on a copy of a data folder. */
export interface Product {
  /** Without a final slash. */
  url: string
  /** The copy. */
  dataFolder: string
  /** Of the web process. */
  pid: number
  /** Resident memory of the web process in bytes; undefined where the system does not tell. */
  memory(): Promise<number | undefined>
  /** Stops it and removes the copy. */
  end(): Promise<void>
}

export async function startProduct(dataFolder: string, settings: Record<string, string>): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
  await cp(dataFolder, folder, { recursive: true })
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 2],
    env: { ...process.env, DATABASE_URL: '', DEMO: 'off', HOST: '127.0.0.1', ...settings, DATA_DIR: folder },
  })
  const out = child.stdout!
  let printed = ''
  out.on('data', (text) => {
    printed = (printed + text).slice(-5_000)
  })
  const ended = once(child, 'exit')
  const url = await Promise.race([readyUrl(out, () => printed), ended.then(() => null)])
  if (!url) throw new Error(`The product ended: ${printed}`)
  return {
    url,
    dataFolder: folder,
    pid: child.pid!,
    memory: () => residentMemory(child.pid!),
    async end() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readyUrl(out: NodeJS.ReadableStream, printed: () => string): Promise<string> {
  for (;;) {
    const url = /is ready at http:\/\/localhost:(\d+)/.exec(printed())?.[1]
    if (url) return `http://127.0.0.1:${url}`
    await once(out, 'data')
  }
}

async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : undefined
}
