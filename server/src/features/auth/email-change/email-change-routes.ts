import { emailChange } from '@vitrine/contract/calls/accounts/email-change'
import { type Config, confirmsEmail } from '#config'
import { fieldError } from '#kit/api-error'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import type { AuthRateLimits } from '../auth-rate-limits.ts'
import { activeUser } from '../password.sql.ts'
import { verifyPassword } from '../password-hash.ts'
import { cancelEmailChange, changeEmail, requestEmailChange } from './email-change.sql.ts'

interface EmailChangeDeps {
  db: Database
  rateLimits: AuthRateLimits
  config: Config
}

/** Mounts the calls that change one's own e-mail address; its link is opened in confirmation-routes.ts. */
export function emailChangeRoutes(serve: EndpointServer, { db, rateLimits, config }: EmailChangeDeps) {
  serve(emailChange, {
    async request({ body: { email: new_email, password }, caller: { id, session }, request }) {
      const onSuccess = await rateLimits.change(id)
      const user = await activeUser(db, { id })
      if (!(await verifyPassword(password, user?.password_hash)) || !user)
        throw fieldError('wrong_password', 'password')
      await onSuccess()
      if (new_email.toLowerCase() === user.email.toLowerCase()) throw fieldError('own_email', 'email')
      await rateLimits.emailChange(id, new_email)
      const client = clientOf(request)
      const isConfirmed = confirmsEmail(config)
      const isStored = isConfirmed
        ? await requestEmailChange(db, { user, new_email, client })
        : await changeUniqueEmail(db, { user, new_email, client, keptSession: session })
      if (!isStored) throw fieldError('wrong_password', 'password')
      return { message: emailChange.request.messages[isConfirmed ? 'done' : 'changed'] }
    },

    async cancel({ caller: { id }, request }) {
      await cancelEmailChange(db, id, clientOf(request))
      return { message: emailChange.cancel.messages.done }
    },
  })
}

/** Changes the address; who asked for it learns that an account has it already, as at the registration. */
export function changeUniqueEmail(...change: Parameters<typeof changeEmail>): Promise<boolean> {
  return changeEmail(...change).catch((error) => {
    throw violatedUniqueConstraint(error) === 'users_email' ? fieldError('email_taken', 'email') : error
  })
}
