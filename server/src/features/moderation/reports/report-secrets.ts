import { createHash, randomBytes } from 'node:crypto'
import type { MasterKey } from '#kit/security/master-key'
import { createSigner } from '#kit/security/signer'

/** The secret in the address where a contributor answers a decision: its number, signed by a key of ours. */
export function counterNoticeSecrets(masterKey: MasterKey) {
  const { sign, verify } = createSigner(masterKey.deriveKey('pages of counter-notices'))
  return {
    secretOf: (decision: number) => `${decision}-${sign(String(decision))}`,
    /** Undefined for a secret of none. */
    decisionOf(secret: string): number | undefined {
      const [, decision, signature] = /^(\d{1,15})-(.+)$/.exec(secret) ?? []
      return decision && verify(decision, signature!) ? Number(decision) : undefined
    },
  }
}

/** The secret of a report's page is made of a random nonce, so that a job that mails it holds the nonce alone. */
export const reportSecrets = (masterKey: MasterKey) => ({
  newNonce: () => randomBytes(18).toString('base64url'),
  secretOf: createSigner(masterKey.deriveKey('pages of reports'), 18).sign,
  hashOf: (secret: string) => createHash('sha256').update(secret).digest(),
})
