import type { Caller } from '@vitrine/contract/caller'
import { authOf, sessions } from '@vitrine/contract/calls/accounts/auth'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import type { FastifyRequest } from 'fastify'
import type { CommandContext } from '#command'
import { confirmsEmail } from '#config'
import type { FeatureDeps } from '#feature'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { avatarUrl } from '#features/accounts/users/avatar-urls'
import { addUser, type NewUser, userByEmail } from '#features/accounts/users/users.sql'
import { fail, fieldError } from '#kit/api-error'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import { enqueueConfirmationMail } from './account-mails.ts'
import { apiKeyHash, isApiKey } from './api-keys/api-key-token.ts'
import { callerByApiKey } from './api-keys/api-keys.sql.ts'
import { authRateLimits } from './auth-rate-limits.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'
import {
  callerBySession,
  endSession,
  endUserSessions,
  isOwnerBlocked,
  liveSessions,
  signIn,
  touchSession,
} from './sessions.sql.ts'

const accessSeconds = accountLimits.accessMinutes * 60
const refreshSeconds = accountLimits.sessionDays * 24 * 60 * 60

export function authRoutes({ serve, db, tokens, config }: FeatureDeps, passwordRules: PasswordRules) {
  const rateLimits = authRateLimits(db, config)
  serve(authOf(config.PASSWORD_MAX_LENGTH), {
    async login({ body, request }) {
      const client = clientOf(request)
      const onSuccess = await rateLimits.login(request, body.email)
      const user = await userByEmail(db, body.email)
      if (!(await verifyPassword(body.password, user?.password_hash)) || !user) {
        await recordAuditEvent(db, { what: 'sign-in failed', by: null, user: user?.id ?? null, client })
        throw fail('wrong_login')
      }
      await onSuccess()
      // Only after the right password, so that strangers cannot find out which accounts exist.
      if (user.is_block || !user.is_active) throw fail('blocked')
      const session = await signIn(db, user, client)
      if (!session) throw fail('wrong_login') // the password was changed during the comparison
      const claims = { subject: user.id, session }
      return {
        data: {
          user: { ...user, image: avatarUrl(user.image) },
          tokens: {
            access_token: await tokens.issue('access', claims, accessSeconds),
            refresh_token: await tokens.issue('refresh', claims, refreshSeconds),
          },
        },
      }
    },

    async register({ body, request }) {
      await rateLimits.register(request)
      await passwordRules.check(body.password, body, 'password')
      const { username, email, number } = body
      const newUser = {
        username,
        email,
        number,
        password_hash: await hashPassword(body.password),
        role: 'user',
      } as const
      try {
        await registerUser(db, newUser, { mustConfirmEmail: confirmsEmail(config), client: clientOf(request) })
      } catch (error) {
        if (violatedUniqueConstraint(error) === 'users_username') throw fieldError('username_taken', 'username')
        if (violatedUniqueConstraint(error) === 'users_email') throw fieldError('email_taken', 'email')
        throw error
      }
    },

    async verify({ body }) {
      const claims = (await tokens.verify('access', body.token)) ?? (await tokens.verify('refresh', body.token))
      const caller = claims && (await callerBySession(db, claims.session))
      if (!caller || caller.is_block) throw fail('not_signed_in')
      return {}
    },

    async refresh({ body }) {
      const claims = await tokens.verify('refresh', body.refresh)
      const caller = claims && (await callerBySession(db, claims.session))
      // A block ends the session; the token still proves whose it was, and they are told why.
      if (claims && !caller && (await isOwnerBlocked(db, claims.session))) throw fail('blocked')
      if (!caller || caller.is_block) throw fail(caller ? 'blocked' : 'not_signed_in')
      await touchSession(db, claims.session)
      return { access: await tokens.issue('access', claims, accessSeconds) }
    },

    async logout({ body }) {
      const claims = await tokens.verify('refresh', body.refresh)
      if (claims) await endSession(db, claims.session, claims.subject)
      return {}
    },
  })
}

/** The mail is a job of the same transaction, so that no account that waits for a link is left without one. */
const registerUser = (
  db: Database,
  user: NewUser,
  { mustConfirmEmail, client }: { mustConfirmEmail: boolean; client: ClientInfo },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id } = await addUser(tx, mustConfirmEmail ? { ...user, email_confirmed_at: null } : user)
    await recordAuditEvent(tx, { what: 'registered', by: id, user: id, client })
    if (mustConfirmEmail) await enqueueConfirmationMail(tx, id, user.email)
  })

export function sessionRoutes({ serve, db }: FeatureDeps) {
  serve(sessions, {
    async list({ caller }) {
      const live = await liveSessions(db, caller.id)
      return { sessions: live.map((session) => ({ ...session, current: session.id === caller.session })) }
    },

    async end({ params: { id }, caller, request }) {
      await db.transaction().execute(async (tx) => {
        if (!(await endSession(tx, id, caller.id))) throw fail('session_not_found')
        const client = clientOf(request)
        await recordAuditEvent(tx, { what: 'session ended', by: caller.id, user: caller.id, client })
      })
    },

    async endOthers({ caller, request }) {
      const client = clientOf(request)
      const count = await db.transaction().execute(async (tx) => {
        await recordAuditEvent(tx, { what: 'signed out elsewhere', by: caller.id, user: caller.id, client })
        return endUserSessions(tx, caller.id, caller.session)
      })
      return { count }
    },
  })
}

/** Finds the caller of a request by its Bearer token, an access token or an API key; null for a visitor. */
export function authenticator({ db, tokens, apiKeySigner, config }: CommandContext) {
  const isConfirmationAskedFor = confirmsEmail(config)
  const callerOf = async (token: string) => {
    if (isApiKey(token, apiKeySigner)) return callerByApiKey(db, apiKeyHash(token))
    const claims = await tokens.verify('access', token)
    return claims && callerBySession(db, claims.session)
  }
  return async (request: FastifyRequest): Promise<Caller | null> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const caller = token && (await callerOf(token))
    if (!caller) return null
    return { ...caller, must_confirm_email: isConfirmationAskedFor && caller.must_confirm_email }
  }
}
