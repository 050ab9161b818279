import type { Caller } from '@vitrine/contract/caller'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import type { MasterKey } from '#kit/security/master-key'
import type { AuthRateLimits } from '../auth-rate-limits.ts'
import type { EmailChange } from '../email-change/email-change.sql.ts'
import { changeUniqueEmail } from '../email-change/email-change-routes.ts'
import { createConfirmationTokens, userIdOfLink } from '../link-tokens.ts'
import { activeUser } from '../password.sql.ts'
import { confirmEmail } from './confirmation.sql.ts'
import { enqueueConfirmationMail } from './confirmation-mails.ts'

interface ConfirmationDeps {
  db: Database
  masterKey: MasterKey
  rateLimits: AuthRateLimits
}

interface LinkOwner {
  id: number
  email: string
  new_email: string | null
}

/** Mounts the calls that confirm an e-mail address (requirements: #email-confirmation). */
export function confirmationRoutes(serve: EndpointServer, { db, masterKey, rateLimits }: ConfirmationDeps) {
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  const mailLink = async (id: number, email: string) => {
    await rateLimits.confirmationMail(email)
    await enqueueConfirmationMail(db, id, email)
  }
  /** The address that the link was sent to, if it still is that of the account, or the one asked for. */
  const checkLink = ({ id, email, new_email }: LinkOwner, token: string) =>
    [email, new_email].flatMap((address) => {
      const state = address ? tokens.check({ id, email: address }, token) : 'invalid'
      return address && state !== 'invalid' ? { email: address, isExpired: state === 'expired' } : []
    })[0]
  const changeByLink = async (user: EmailChange['user'], change: Omit<EmailChange, 'user'>) => {
    if (!(await changeUniqueEmail(db, { user, ...change }))) throw fail('wrong_confirmation_link')
  }
  serve(emailConfirmation, {
    /** An expired link still proves who holds it, so it is answered with a new one, and confirms what is confirmed. */
    async confirm({ params, caller, request }) {
      await rateLimits.confirm(request)
      const id = userIdOfLink(params.uidb64)
      const user = id ? await activeUser(db, { id }) : undefined
      const link = user && checkLink(user, params.token)
      if (!user || !link) throw fail('wrong_confirmation_link')
      const { email, isExpired } = link
      const isNew = email !== user.email
      if (isExpired && (isNew || !user.email_confirmed_at)) {
        await mailLink(user.id, email)
        throw fail('expired_confirmation_link')
      }
      const client = clientOf(request)
      if (isNew) await changeByLink(user, { new_email: email, client, keptSession: sessionOf(caller, user) })
      else await confirmEmail(db, user, client)
      return { message: emailConfirmation.confirm.messages[isNew ? 'changed' : 'done'] }
    },

    async sendAgain({ caller }) {
      const new_email = (await activeUser(db, { id: caller.id }))?.new_email
      if (!new_email && !caller.must_confirm_email) return { message: emailConfirmation.confirm.messages.done }
      await mailLink(caller.id, new_email ?? caller.email)
      return { message: emailConfirmation.sendAgain.messages.done }
    },
  })
}

/** The session in which the link is opened, where it is one of the account. */
const sessionOf = (caller: Caller | null, { id }: { id: number }) => (caller?.id === id ? caller.session : null)
