import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Hides texts that must be read again, such as the keys of other services: AES-256-GCM with a key of 32 bytes. */
export interface Sealing {
  seal(text: string): Buffer
  /** Throws when it was not sealed with this key, or altered since. */
  open(sealed: Buffer): string
}

const nonceBytes = 12 // what GCM is made for (NIST SP 800-38D); random, and a key seals few texts
const tagBytes = 16

/** `purpose` is bound in, so that what was sealed for one column opens in no other. */
export function sealingBy(key: Uint8Array, purpose: string): Sealing {
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed) {
      const [nonce, body, tag] = [
        sealed.subarray(0, nonceBytes),
        sealed.subarray(nonceBytes, -tagBytes),
        sealed.subarray(-tagBytes),
      ]
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
