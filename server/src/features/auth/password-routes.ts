import { apiBase } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'
import { passwords } from '@vitrine/contract/passwords'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import type { Secret } from '#kit/secret'
import type { Serve } from '#kit/serve'
import type { Tokens } from '#kit/tokens'
import { activeUser, askForResetLink, replacePassword } from './password-queries.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { resetTokensBy, userOfLink } from './reset-tokens.ts'

interface Ground {
  db: Database
  secret: Secret
  tokens: Tokens
}

/** In a part of the app of its own, since the failures of one call have a field more than others. */
export function passwordRoutes(app: FastifyInstance, serve: Serve, { db, secret, tokens }: Ground) {
  const links = resetTokensBy(secret.keyFor('reset'))

  app.register(async (part) => {
    part.addHook('preSerialization', async (request, reply, body) =>
      isReset(request) && reply.statusCode >= 400
        ? { ...(body as ErrorBody), error: (body as ErrorBody).message }
        : body,
    )

    serve(
      passwords,
      {
        async forgot({ body }) {
          await askForResetLink(db, body.email)
          return { message: passwords.forgot.says.done }
        },

        /** One sentence for every link that does not work, so nobody learns why (spec section 8). */
        async reset({ params, body }) {
          const id = userOfLink(params.uidb64)
          const user = id ? await activeUser(db, { id }) : undefined
          if (!user || !links.verifies(user, params.token)) throw fail('wrong_reset_link')
          if (!(await replacePassword(db, user, await hashPassword(body.new_password)))) throw fail('wrong_reset_link')
          return { message: passwords.reset.says.done }
        },

        async change({ body, user: { id }, request }) {
          const user = await activeUser(db, { id })
          if (!(await isPassword(body.old_password, user?.password_hash)) || !user) throw wrongOldPassword()
          const hashed = await hashPassword(body.new_password)
          // Somebody else changed it in between, so the old password is not the old one any more.
          if (!(await replacePassword(db, user, hashed, await sessionOf(request, tokens)))) throw wrongOldPassword()
          return { message: passwords.change.says.done }
        },
      },
      part,
    )
  })
}

const isReset = (request: FastifyRequest) => request.routeOptions.url === apiBase + passwords.reset.path

/** The session behind a request that was let in. */
async function sessionOf({ headers }: FastifyRequest, tokens: Tokens): Promise<string> {
  const claims = await tokens.read('access', headers.authorization!.split(' ')[1]!)
  if (!claims) throw fail('not_signed_in') // it ended while the password was looked at
  return claims.session
}

function wrongOldPassword() {
  const { message } = fail('wrong_old_password')
  return fail('wrong_old_password', { fields: [{ at: 'old_password', message }] })
}
