import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from './cache-folder.ts'

export interface DemoSite {
  url: string
  signIn(role: 'admin' | 'contributor'): { email: string; password: string }
  stop(): Promise<void>
}

/** The built product, once its demonstration is whole; it is kept in `folder` of the cache for the next run. */
export async function startDemoSite(folder: string, port: number, say: (line: string) => void): Promise<DemoSite> {
  const main = join(import.meta.dirname, '../../server/src/main.ts')
  const data = join(await cacheFolder(), folder)
  const settings = { DATA_DIR: data, DATABASE_URL: '', PORT: String(port), LOG_LEVEL: 'warn', THROTTLE: 'off' }
  const server: ChildProcess = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 2],
    env: { ...process.env, ...settings },
  })
  const url = `http://localhost:${port}`
  say('Waiting for the demonstration …')
  for (let before = -1, now = await imageCount(url); now < 1 || now !== before; now = await imageCount(url)) {
    before = now
    await sleep(3000)
  }
  const signIns = await readFile(join(data, 'demo-sign-ins.txt'), 'utf8')
  return {
    url,
    signIn(role) {
      const [, email, password] = new RegExp(`/${role}/auth/\\s+(\\S+)\\s+(\\S+)`).exec(signIns)!
      return { email: email!, password: password! }
    },
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}

async function imageCount(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/images/approved/`).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { count: number }).count : 0
}
