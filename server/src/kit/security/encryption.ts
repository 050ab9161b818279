import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts texts that must be readable again, such as API keys: AES-256-GCM with a 32-byte key. */
export type Encryption = ReturnType<typeof createEncryption>

const NONCE_BYTES = 12 // the size GCM is specified for (NIST SP 800-38D); random, since a key encrypts few texts
const TAG_BYTES = 16

/** `associatedData` is authenticated too (AAD), so that a ciphertext of one column does not decrypt in another. */
export function createEncryption(key: Uint8Array, associatedData: string) {
  const aad = Buffer.from(associatedData)
  return {
    encrypt(text: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** Throws when the ciphertext was made with another key or other associated data, or has been altered. */
    decrypt(ciphertext: Buffer): string {
      const nonce = ciphertext.subarray(0, NONCE_BYTES)
      const body = ciphertext.subarray(NONCE_BYTES, -TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(aad).setAuthTag(ciphertext.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
