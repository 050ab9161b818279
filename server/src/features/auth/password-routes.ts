import { passwords } from '@vitrine/contract/calls/passwords'
import { apiBase } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointHandlers, EndpointServer } from '#kit/http/endpoints'
import type { MasterKey } from '#kit/security/master-key'
import type { AuthRateLimits } from './auth-rate-limits.ts'
import { activeUser, enqueueResetMail, replacePassword } from './password.sql.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'
import { createResetTokens, userIdOfLink } from './reset-tokens.ts'

interface PasswordDeps {
  db: Database
  masterKey: MasterKey
  rateLimits: AuthRateLimits
  passwordRules: PasswordRules
}

/** In a part of the app of its own, since the failures of one call have a field more than others. */
export function passwordRoutes(app: FastifyInstance, serve: EndpointServer, ground: PasswordDeps) {
  app.register(async (part) => {
    part.addHook('preSerialization', async (request, reply, body) =>
      isResetCall(request) && reply.statusCode >= 400
        ? { ...(body as ErrorBody), error: (body as ErrorBody).message }
        : body,
    )
    serve(passwords, handlers(ground), part)
  })
}

function handlers({
  db,
  masterKey: secret,
  rateLimits: attempts,
  passwordRules: rules,
}: PasswordDeps): EndpointHandlers<typeof passwords> {
  const links = createResetTokens(secret.deriveKey('reset'))
  return {
    async forgot({ body, request }) {
      await attempts.forgot(request, body.email)
      await enqueueResetMail(db, body.email, clientOf(request))
      return { message: passwords.forgot.messages.done }
    },

    /** One sentence for every link that does not work, so nobody learns why (requirements: #reset-password). */
    async reset({ params, body, request }) {
      const done = await attempts.reset(request)
      const id = userIdOfLink(params.uidb64)
      const user = id ? await activeUser(db, { id }) : undefined
      if (!user || !links.verify(user, params.token)) throw fail('wrong_reset_link')
      await rules.check(body.new_password, user, 'new_password')
      const password_hash = await hashPassword(body.new_password)
      const from = clientOf(request)
      if (!(await replacePassword(db, { what: 'password reset', user, password_hash, client: from }))) {
        throw fail('wrong_reset_link')
      }
      await done(user.email)
      return { message: passwords.reset.messages.done }
    },

    async change({ body, caller: { id, session }, request }) {
      const done = await attempts.change(id)
      const user = await activeUser(db, { id })
      if (!(await verifyPassword(body.old_password, user?.password_hash)) || !user) throw wrongOldPassword()
      await done()
      await rules.check(body.new_password, user, 'new_password')
      const password_hash = await hashPassword(body.new_password)
      const from = clientOf(request)
      // Somebody else changed it in between, so the old password is not the old one any more.
      if (
        !(await replacePassword(db, {
          what: 'password changed',
          user,
          password_hash,
          client: from,
          keptSession: session,
        }))
      ) {
        throw wrongOldPassword()
      }
      return { message: passwords.change.messages.done }
    },
  }
}

const isResetCall = (request: FastifyRequest) => request.routeOptions.url === apiBase + passwords.reset.path

function wrongOldPassword() {
  const { message } = fail('wrong_old_password')
  return fail('wrong_old_password', { fields: [{ at: 'old_password', message }] })
}
