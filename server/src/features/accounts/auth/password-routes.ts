import { passwords, passwordsOf } from '@vitrine/contract/calls/accounts/auth'
import { apiBase } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { fail, fieldError } from '#kit/api-error'
import { clientOf } from '#kit/http/client-network'
import type { EndpointHandlers } from '#kit/http/endpoints'
import { enqueueResetMail } from './account-mails.ts'
import { authRateLimits } from './auth-rate-limits.ts'
import { createResetTokens, userIdOfLink } from './link-tokens.ts'
import { activeUser, replacePassword } from './password.sql.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'

/** Mounts the password calls in their own Fastify context, because errors of the reset call have an extra field. */
export function passwordRoutes(app: FastifyInstance, deps: FeatureDeps, passwordRules: PasswordRules) {
  app.register(async (part) => {
    part.addHook('preSerialization', async (request, reply, body) =>
      isResetCall(request) && reply.statusCode >= 400
        ? { ...(body as ErrorBody), error: (body as ErrorBody).message }
        : body,
    )
    deps.serve(passwordsOf(deps.config.PASSWORD_MAX_LENGTH), handlers(deps, passwordRules), part)
  })
}

function handlers(
  { db, config, masterKey }: FeatureDeps,
  passwordRules: PasswordRules,
): EndpointHandlers<typeof passwords> {
  const rateLimits = authRateLimits(db, config)
  const resetTokens = createResetTokens(masterKey.deriveKey('reset'))
  return {
    async forgot({ body, request }) {
      await rateLimits.forgot(request, body.email)
      await enqueueResetMail(db, body.email, clientOf(request))
    },

    /** Every link that does not work gets the same message, which reveals nothing (requirements: #reset-password). */
    async reset({ params, body, request }) {
      const onSuccess = await rateLimits.reset(request)
      const user = await activeUser(db, { id: userIdOfLink(params.uidb64) })
      if (!user || resetTokens.check(user, params.token) !== 'valid') throw fail('wrong_reset_link')
      await passwordRules.check(body.new_password, user, 'new_password')
      const password_hash = await hashPassword(body.new_password)
      const client = clientOf(request)
      const isReplaced = await replacePassword(db, { what: 'password reset', user, password_hash, client })
      if (!isReplaced) throw fail('wrong_reset_link')
      await onSuccess(user.email)
    },

    async change({ body, caller: { id, session }, request }) {
      const user = await userByOwnPassword({ db, config }, id, body.old_password, 'old_password')
      await passwordRules.check(body.new_password, user, 'new_password')
      const password_hash = await hashPassword(body.new_password)
      const replacement = { user, password_hash, client: clientOf(request), keptSession: session }
      // False after a concurrent change: the old password is not the current one any more.
      if (!(await replacePassword(db, { what: 'password changed', ...replacement })))
        throw fieldError('wrong_old_password', 'old_password')
    },
  }
}

const isResetCall = (request: FastifyRequest) => request.routeOptions.url === apiBase + passwords.reset.path

/** The person of this id, who has typed their password: a session that was left open is not enough for everything. */
export async function userByOwnPassword(
  { db, config }: Pick<FeatureDeps, 'db' | 'config'>,
  id: number,
  password: string,
  field: 'password' | 'old_password' = 'password',
) {
  const onSuccess = await authRateLimits(db, config).change(id)
  const user = await activeUser(db, { id })
  if (!(await verifyPassword(password, user?.password_hash)) || !user) throw fieldError(`wrong_${field}`, field)
  await onSuccess()
  return user
}
