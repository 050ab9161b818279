import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMain, waitForAddress } from '../../server/test/main-process.ts'
import { productSettings } from './servers.ts'

/** The product as `npm start` runs it, on a copy of a data folder. */
export interface Product {
  /** Without a final slash. */
  url: string
  /** The copy. */
  dataFolder: string
  /** Of the web process. */
  pid: number
  /** Stops it and removes the copy. */
  end(): Promise<void>
}

export async function startProduct(data: string, settings: Record<string, string> = {}): Promise<Product> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
  await cp(data, dataFolder, { recursive: true })
  const withoutLimits = { THROTTLE: 'off', QUOTA_UPLOADS_PER_HOUR: '0', QUOTA_PENDING_NEW: '0', WORD_TABLES: 'on' }
  const child = startMain({ ...productSettings(dataFolder), ...withoutLimits, ...settings })
  const url = (await waitForAddress(child)).replace('localhost', '127.0.0.1')
  child.stdout!.resume()
  child.stderr!.pipe(process.stderr)
  return {
    url: url.replace(/\/$/, ''),
    dataFolder,
    pid: child.pid!,
    async end() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
