import type { Caller } from '@vitrine/contract/caller'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailChange } from '@vitrine/contract/calls/accounts/profile'
import { confirmsEmail } from '#config'
import type { FeatureDeps } from '#feature'
import { fail, fieldError } from '#kit/api-error'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import { clientOf } from '#kit/http/client-network'
import { enqueueConfirmationMail } from '../account-mails.ts'
import { authRateLimits } from '../auth-rate-limits.ts'
import { createConfirmationTokens, userIdOfLink } from '../link-tokens.ts'
import { activeUser } from '../password.sql.ts'
import { userByOwnPassword } from '../password-routes.ts'
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  type EmailChange,
  requestEmailChange,
} from './email-addresses.sql.ts'

/** Mounts the calls that confirm an e-mail address (requirements: #email-confirmation), and those that change it. */
export function emailAddressRoutes({ serve, db, masterKey, config }: FeatureDeps) {
  const rateLimits = authRateLimits(db, config)
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  const mailLink = async (id: number, email: string) => {
    await rateLimits.confirmationMail(email)
    await enqueueConfirmationMail(db, id, email)
  }
  /** The address that the link was sent to, if it still is that of the account, or the one asked for. */
  const checkLink = ({ id, email, new_email }: EmailChange['user'], token: string) =>
    [email, new_email].flatMap((address) => {
      const state = address ? tokens.check({ id, email: address }, token) : 'invalid'
      return address && state !== 'invalid' ? { email: address, isExpired: state === 'expired' } : []
    })[0]
  serve(emailConfirmation, {
    /** An expired link still proves who holds it, so it is answered with a new one, and confirms what is confirmed. */
    async confirm({ params, caller, request }) {
      await rateLimits.confirm(request)
      const user = await activeUser(db, { id: userIdOfLink(params.uidb64) })
      const link = user && checkLink(user, params.token)
      if (!user || !link) throw fail('wrong_confirmation_link')
      const { email, isExpired } = link
      const isNew = email !== user.email
      if (isExpired && (isNew || !user.email_confirmed_at)) {
        await mailLink(user.id, email)
        throw fail('expired_confirmation_link')
      }
      const client = clientOf(request)
      const change = { user, new_email: email, client, keptSession: sessionOf(caller, user) }
      if (!isNew) await confirmEmail(db, user, client)
      else if (!(await changeUniqueEmail(db, change))) throw fail('wrong_confirmation_link')
      return { message: emailConfirmation.confirm.messages[isNew ? 'changed' : 'done'] }
    },

    async sendAgain({ caller }) {
      const new_email = (await activeUser(db, { id: caller.id }))?.new_email
      if (!new_email && !caller.must_confirm_email) return { message: emailConfirmation.confirm.messages.done }
      await mailLink(caller.id, new_email ?? caller.email)
      return { message: emailConfirmation.sendAgain.messages.done }
    },
  })

  serve(emailChange, {
    async request({ body: { email: new_email, password }, caller: { id, session }, request }) {
      const user = await userByOwnPassword({ db, config }, id, password)
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

    cancel: ({ caller: { id }, request }) => cancelEmailChange(db, id, clientOf(request)),
  })
}

/** The session in which the link is opened, where it is one of the account. */
const sessionOf = (caller: Caller | null, { id }: { id: number }) => (caller?.id === id ? caller.session : null)

/** Changes the address; who asked for it learns that an account has it already, as at the registration. */
const changeUniqueEmail = (...change: Parameters<typeof changeEmail>): Promise<boolean> =>
  changeEmail(...change).catch((error) => {
    throw violatedUniqueConstraint(error) === 'users_email' ? fieldError('email_taken', 'email') : error
  })
