import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { email, requiredText } from '../../fields.ts'

export const emailChangeFields = z.object({ email: email(), password: requiredText('Password', 1, 200) })

/** Changing one's own e-mail address (requirements: #email-change). */
export const emailChange = {
  request: endpoint('POST', '/accounts/user/email/', {
    access: 'signed-in',
    summary:
      'Asks for another e-mail address: a link goes to it, and the old one stays until that is opened. Whether the ' +
      'address has an account already is not revealed. Where no address is confirmed (`CONFIRM_EMAIL`), it changes ' +
      'at once.',
    body: emailChangeFields,
    errors: ['wrong_password', 'own_email', 'email_taken', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: {
      done: 'We sent a link to your new address.',
      changed: 'Your e-mail address is changed.',
      failed: 'Something went wrong.',
    },
  }),
  cancel: endpoint('DELETE', '/accounts/user/email/', {
    access: 'signed-in',
    summary: 'Forgets the address that the caller has asked for; its link stops working.',
    reply: z.object({ message: z.string() }),
    messages: { done: 'Your address stays as it is.', failed: 'Something went wrong.' },
  }),
}
