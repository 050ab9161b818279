import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The one secret of an installation: SECRET_KEY, or 256 random bits made in the data folder at the first start and
 * readable by its owner alone. What signs what is kept apart by derived keys, so no key serves two purposes.
 */
export async function loadMasterKey(given: string, folder: string): Promise<MasterKey> {
  return createMasterKey(given || (await readOrCreateKeyFile(folder)))
}

export interface MasterKey {
  /** 32 bytes for one purpose. */
  deriveKey(purpose: 'tokens' | 'media' | 'reset' | 'hosting'): Uint8Array
  /** Signs an address that may be opened until `until` (seconds since 1970): for `<img>`, which sends no token. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

export function createMasterKey(secret: string): MasterKey {
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'vitrine', purpose, 32))
  const mediaKey = keyFor('media')
  const sign = (text: string) => createHmac('sha256', mediaKey).update(text).digest('base64url')
  const verifies = (text: string, signature: string) => {
    const [right, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
    return right.length === given.length && timingSafeEqual(right, given)
  }
  return { deriveKey: keyFor, sign, verify: verifies }
}

async function readOrCreateKeyFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'secret.key')
  try {
    const file = await open(path, 'wx', 0o600) // two first starts at once: one makes it, the other reads it
    await file.writeFile(randomBytes(32).toString('base64url'))
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (let tries = 0; tries < 50; tries++) {
    const kept = (await readFile(path, 'utf8')).trim()
    if (kept.length >= 32) return kept
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`${path} holds no key. Delete the file to have a new one made; everybody then signs in again.`)
}
