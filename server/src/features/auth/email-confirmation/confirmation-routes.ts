import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import type { MasterKey } from '#kit/security/master-key'
import type { AuthRateLimits } from '../auth-rate-limits.ts'
import { createConfirmationTokens, userIdOfLink } from '../link-tokens.ts'
import { activeUser } from '../password.sql.ts'
import { confirmEmail } from './confirmation.sql.ts'
import { enqueueConfirmationMail } from './confirmation-mails.ts'

interface ConfirmationDeps {
  db: Database
  masterKey: MasterKey
  rateLimits: AuthRateLimits
}

/** Mounts the calls that confirm an e-mail address (requirements: #email-confirmation). */
export function confirmationRoutes(serve: EndpointServer, { db, masterKey, rateLimits }: ConfirmationDeps) {
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  const mailLink = async ({ id, email }: { id: number; email: string }) => {
    await rateLimits.confirmationMail(email)
    await enqueueConfirmationMail(db, id)
  }
  serve(emailConfirmation, {
    /** An expired link still proves who holds it, so it is answered with a new one, and confirms what is confirmed. */
    async confirm({ params, request }) {
      await rateLimits.confirm(request)
      const id = userIdOfLink(params.uidb64)
      const user = id ? await activeUser(db, { id }) : undefined
      const state = user ? tokens.check(user, params.token) : 'invalid'
      if (!user || state === 'invalid') throw fail('wrong_confirmation_link')
      if (state === 'expired' && !user.email_confirmed_at) {
        await mailLink(user)
        throw fail('expired_confirmation_link')
      }
      await confirmEmail(db, user, clientOf(request))
      return { message: emailConfirmation.confirm.messages.done }
    },

    async sendAgain({ caller }) {
      if (!caller.must_confirm_email) return { message: emailConfirmation.confirm.messages.done }
      await mailLink(caller)
      return { message: emailConfirmation.sendAgain.messages.done }
    },
  })
}
