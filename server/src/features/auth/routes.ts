import { auth } from '@vitrine/contract/auth'
import { limits } from '@vitrine/contract/limits'
import type { SignedInUser } from '@vitrine/contract/users'
import type { FastifyRequest } from 'fastify'
import { addUser, userByEmail } from '#features/users/queries'
import { conflictOn, type Database } from '#kit/database'
import { fail } from '#kit/errors'
import type { Person, Serve } from '#kit/serve'
import type { Tokens } from '#kit/tokens'
import { hashPassword, isPassword } from './passwords.ts'
import { endSession, personOfSession, startSession, useSession } from './queries.ts'

const accessSeconds = limits.accessMinutes * 60
const refreshSeconds = limits.sessionDays * 24 * 60 * 60

export function authRoutes(serve: Serve, { db, tokens }: { db: Database; tokens: Tokens }) {
  serve(auth, {
    async login({ body, request }) {
      const user = await userByEmail(db, body.email)
      if (!(await isPassword(body.password, user?.password_hash)) || !user) throw fail('wrong_login')
      // Said only to somebody who knows the password, so nobody learns who has an account here.
      if (user.is_block || !user.is_active) throw fail('blocked')
      const claims = { user: user.id, session: await startSession(db, user.id, whereFrom(request)) }
      return {
        message: auth.login.says.done,
        data: {
          user: user as SignedInUser,
          tokens: {
            access_token: await tokens.issue('access', claims, accessSeconds),
            refresh_token: await tokens.issue('refresh', claims, refreshSeconds),
          },
        },
      }
    },

    async register({ body }) {
      const { username, email, number } = body
      try {
        const password_hash = await hashPassword(body.password)
        await addUser(db, { username, email, number, password_hash, role: 'user' })
      } catch (error) {
        if (conflictOn(error) === 'users_username') throw taken('username_taken', 'username')
        if (conflictOn(error) === 'users_email') throw taken('email_taken', 'email')
        throw error
      }
      return { message: auth.register.says.done }
    },

    async verify({ body }) {
      const claims = (await tokens.read('access', body.token)) ?? (await tokens.read('refresh', body.token))
      const person = claims && (await personOfSession(db, claims.session))
      if (!person || person.is_block) throw fail('not_signed_in')
      return {}
    },

    async refresh({ body }) {
      const claims = await tokens.read('refresh', body.refresh)
      const person = claims && (await personOfSession(db, claims.session))
      if (!person || person.is_block) throw fail('not_signed_in')
      await useSession(db, claims.session)
      return { access: await tokens.issue('access', claims, accessSeconds) }
    },

    async logout({ body }) {
      const claims = await tokens.read('refresh', body.refresh)
      if (claims) await endSession(db, claims.session)
      return {}
    },
  })
}

/** Reads the Bearer token of a request, and the session behind it. Null is a visitor. */
export function whoIs({ db, tokens }: { db: Database; tokens: Tokens }) {
  return async (request: FastifyRequest): Promise<Person | null> => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claims = token ? await tokens.read('access', token) : null
    return (claims && (await personOfSession(db, claims.session))) ?? null
  }
}

const taken = (code: 'username_taken' | 'email_taken', at: string) => {
  const { message } = fail(code)
  return fail(code, { fields: [{ at, message }] })
}

const whereFrom = (request: FastifyRequest) => ({
  address: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
})
