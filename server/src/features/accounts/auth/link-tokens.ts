import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { createSigner } from '#kit/security/signer'

/** Tokens of the links that set a new password; a new one changes the hash, which invalidates every earlier link. */
export const createResetTokens = (key: Uint8Array) =>
  createLinkTokens(key, accountLimits.resetMinutes * 60, (user: Owner & { password_hash: string }) => [
    ...idAndEmail(user),
    user.password_hash,
  ])

/** Tokens of the links that confirm an e-mail address; one of another address confirms nothing. */
export const createConfirmationTokens = (key: Uint8Array) =>
  createLinkTokens(key, accountLimits.confirmationDays * 24 * 60 * 60, idAndEmail)

/** Tokens of the links in mails that stop them; they work for as long as the address is the account's. */
export const createUnsubscribeTokens = (key: Uint8Array) => createLinkTokens(key, Number.POSITIVE_INFINITY, idAndEmail)

type Owner = { id: number; email: string }
const idAndEmail = ({ id, email }: Owner): unknown[] => [id, email]

/** A token is a timestamp and an HMAC over it and facts about the user; when one of these changes, it is invalid. */
function createLinkTokens<Subject extends { id: number }>(
  key: Uint8Array,
  lifetimeSeconds: number,
  signedFacts: (user: Subject) => unknown[],
) {
  const { sign, verify } = createSigner(key, 16) // 128 bits are enough for some days, and the link fits on one line
  const textOf = (user: Subject, time: string) => JSON.stringify([...signedFacts(user), time])

  return {
    /** The two path segments of a mailed link (requirements: #routes). */
    issue(user: Subject, now = Date.now()) {
      const time = Math.floor(now / 1000).toString(36)
      const token = `${time}.${sign(textOf(user, time))}`
      return { uidb64: Buffer.from(String(user.id)).toString('base64url'), token }
    },
    /** `invalid`: not ours, or one of the signed facts has changed since. */
    check(user: Subject, token: string, now = Date.now()): 'valid' | 'expired' | 'invalid' {
      const [time = '', signature = ''] = token.split('.', 2)
      if (!verify(textOf(user, time), signature)) return 'invalid'
      return now < (Number.parseInt(time, 36) + lifetimeSeconds) * 1000 ? 'valid' : 'expired'
    },
  }
}

/** The user id in a link; 0, which no one has, when it is malformed. */
export function userIdOfLink(uidb64: string): number {
  const id = Buffer.from(uidb64, 'base64url').toString('latin1')
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}
