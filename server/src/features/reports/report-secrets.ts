import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { MasterKey } from '#kit/security/master-key'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The secret in the address where a contributor objects to a decision: 144 bits by a key of this installation, so that
 * each mail about it can name it. The table has its hash.
 */
export function objectionSecrets(masterKey: MasterKey) {
  const key = masterKey.deriveKey('pages of objections')
  return {
    secretOf: (decision: number) =>
      createHmac('sha256', key).update(String(decision)).digest().subarray(0, 18).toString('base64url'),
    hashOf,
  }
}

/**
 * The secret in the address of a report's page: 144 bits by a key of this installation from a random nonce, so that a
 * job that mails it holds the nonce alone. The table has its hash.
 */
export function reportSecrets(masterKey: MasterKey) {
  const key = masterKey.deriveKey('pages of reports')
  return {
    newNonce: () => randomBytes(18).toString('base64url'),
    secretOf: (nonce: string) => createHmac('sha256', key).update(nonce).digest().subarray(0, 18).toString('base64url'),
    hashOf,
  }
}
