import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { MasterKey } from '#kit/security/master-key'

/**
 * The secret in the address of a report's page: 144 bits by a key of this installation from a random nonce, so that a
 * job that mails it holds the nonce alone. The table has its hash.
 */
export function reportSecrets(masterKey: MasterKey) {
  const key = masterKey.deriveKey('pages of reports')
  return {
    newNonce: () => randomBytes(18).toString('base64url'),
    secretOf: (nonce: string) => createHmac('sha256', key).update(nonce).digest().subarray(0, 18).toString('base64url'),
    hashOf: (secret: string) => createHash('sha256').update(secret).digest(),
  }
}
