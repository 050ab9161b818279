import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '#kit/storage/store'

/** The one secret of an installation, from which each purpose has a key of its own (HKDF-SHA256, RFC 5869). */
export interface MasterKey {
  /** 32 bytes for one purpose; changing a purpose's text invalidates what was signed or encrypted with its key. */
  deriveKey(purpose: string): Uint8Array
}

/** Takes the configured secret, or else `secret.key` in the folder: 256 random bits, created at the first start. */
export const loadMasterKey = async (configured: string, folder: string): Promise<MasterKey> =>
  createMasterKey(configured || (await readOrCreateKeyFile(folder)))

export const createMasterKey = (secret: string): MasterKey => ({
  deriveKey: (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'vitrine', purpose, 32)),
})

/** Of the secret that an installation makes for itself. */
export const keyFile = (folder: string) => join(folder, 'secret.key')

async function readOrCreateKeyFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = keyFile(folder)
  const secret = (await readKey(path)) ?? (await createKey(path))
  if (secret.length >= 32) return secret
  throw new Error(`${path} holds no key. Delete the file to have a new one created, which ends all sessions.`)
}

const readKey = async (path: string) => (await unlessMissing(readFile(path, 'utf8')))?.trim()

/** The file gets its name when it is written, by a link, which only one of several concurrent first starts can make. */
async function createKey(path: string): Promise<string> {
  const unnamed = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(unnamed, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(unnamed, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unnamed)
  }
  return (await readKey(path)) ?? ''
}
