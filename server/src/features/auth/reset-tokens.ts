import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@vitrine/contract/vocabulary/limits'

/** What a link is bound to: when one of these changes, the link is worth nothing. */
export interface ResetSubject {
  id: number
  email: string
  password_hash: string
}

export interface ResetTokens {
  /** The two parts of the link's address (requirements: #routes). */
  issue(user: ResetSubject, now?: number): { uidb64: string; token: string }
  verify(user: ResetSubject, token: string, now?: number): boolean
}

/**
 * A time and its signature over the user's present password hash. Nothing is stored: the new password makes the hash
 * another one, and with it every link that was sent before useless. Times are milliseconds since 1970.
 */
export function createResetTokens(key: Uint8Array): ResetTokens {
  const sign = ({ id, email, password_hash }: ResetSubject, time: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email, password_hash, time]))
      .digest()
      .subarray(0, 16) // 128 bits, which nobody guesses in an hour, in a link short enough for one line
      .toString('base64url')

  return {
    issue(user, now = Date.now()) {
      const time = Math.floor(now / 1000).toString(36)
      return { uidb64: Buffer.from(String(user.id)).toString('base64url'), token: `${time}.${sign(user, time)}` }
    },
    verify(user, token, now = Date.now()) {
      const [time = '', signature = ''] = token.split('.', 2)
      const [right, given] = [Buffer.from(sign(user, time)), Buffer.from(signature)]
      if (right.length !== given.length || !timingSafeEqual(right, given)) return false
      return now < (Number.parseInt(time, 36) + limits.resetMinutes * 60) * 1000
    },
  }
}

/** The number of the user whom a link names; null when it names nobody. */
export function userIdOfLink(uidb64: string): number | null {
  const said = Buffer.from(uidb64, 'base64url').toString('latin1')
  return /^[1-9]\d{0,14}$/.test(said) ? Number(said) : null
}
