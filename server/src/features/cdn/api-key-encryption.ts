import { createEncryption, type Encryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'

/** Encrypts the CDN's API key at rest, so that the database alone does not reveal it. */
export const apiKeyEncryption = (masterKey: MasterKey) =>
  createEncryption(masterKey.deriveKey('hosting'), 'hosting.api_key')

/** The API key in clear; null when it was encrypted with another SECRET_KEY, so that an admin must enter it again. */
export function decryptApiKey({ api_key }: { api_key: Buffer }, encryption: Encryption): string | null {
  try {
    return encryption.decrypt(api_key)
  } catch {
    return null
  }
}
