import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Hides texts that must be read again, such as the keys of other services: AES-256-GCM with a key of 32 bytes. */
export interface Encryption {
  encrypt(text: string): Buffer
  /** Throws when it was not sealed with this key, or altered since. */
  decrypt(sealed: Buffer): string
}

const NONCE_BYTES = 12 // what GCM is made for (NIST SP 800-38D); random, and a key seals few texts
const TAG_BYTES = 16

/** `purpose` is bound in, so that what was sealed for one column opens in no other. */
export function createEncryption(key: Uint8Array, purpose: string): Encryption {
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(sealed) {
      const [nonce, body, tag] = [
        sealed.subarray(0, NONCE_BYTES),
        sealed.subarray(NONCE_BYTES, -TAG_BYTES),
        sealed.subarray(-TAG_BYTES),
      ]
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
