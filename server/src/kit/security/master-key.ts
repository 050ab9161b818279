import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The one secret of an installation, from which each purpose has a key of its own (HKDF-SHA256, RFC 5869). */
export interface MasterKey {
  /** 32 bytes for one purpose; changing a purpose's text invalidates what was signed or encrypted with its key. */
  deriveKey(purpose: string): Uint8Array
}

/** Takes the configured secret, or else `secret.key` in the folder: 256 random bits, created at the first start. */
export async function loadMasterKey(configured: string, folder: string): Promise<MasterKey> {
  return createMasterKey(configured || (await readOrCreateKeyFile(folder)))
}

export const createMasterKey = (secret: string): MasterKey => ({
  deriveKey: (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'vitrine', purpose, 32)),
})

/** Of the secret that an installation makes for itself. */
export const keyFile = (folder: string) => join(folder, 'secret.key')

async function readOrCreateKeyFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = keyFile(folder)
  try {
    const file = await open(path, 'wx', 0o600) // of two concurrent first starts one creates it
    await file.writeFile(randomBytes(32).toString('base64url'))
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret.length >= 32) return secret
    await sleep(20) // the other process has created the file but not written it yet
  }
  throw new Error(`${path} holds no key. Delete the file to have a new one created, which ends all sessions.`)
}
