import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@vitrine/contract/vocabulary/limits'

/** The facts that a token signs; when one of them changes, the token is invalid. */
export interface ResetSubject {
  id: number
  email: string
  password_hash: string
}

export interface ResetTokens {
  /** The two path segments of the link (requirements: #routes). */
  issue(user: ResetSubject, now?: number): { uidb64: string; token: string }
  verify(user: ResetSubject, token: string, now?: number): boolean
}

/**
 * A token is a timestamp and an HMAC over it and the user's password hash. Nothing is stored: a new password changes
 * the hash, which invalidates every earlier token. `now` is in milliseconds since 1970.
 */
export function createResetTokens(key: Uint8Array): ResetTokens {
  const sign = ({ id, email, password_hash }: ResetSubject, time: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email, password_hash, time]))
      .digest()
      .subarray(0, 16) // 128 bits are enough for an hour, and the link fits on one line
      .toString('base64url')

  return {
    issue(user, now = Date.now()) {
      const time = Math.floor(now / 1000).toString(36)
      return { uidb64: Buffer.from(String(user.id)).toString('base64url'), token: `${time}.${sign(user, time)}` }
    },
    verify(user, token, now = Date.now()) {
      const [time = '', signature = ''] = token.split('.', 2)
      const [expected, actual] = [Buffer.from(sign(user, time)), Buffer.from(signature)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false
      return now < (Number.parseInt(time, 36) + limits.resetMinutes * 60) * 1000
    },
  }
}

/** The user id in a link; null when it is malformed. */
export function userIdOfLink(uidb64: string): number | null {
  const id = Buffer.from(uidb64, 'base64url').toString('latin1')
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}
