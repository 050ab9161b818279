import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { email, fieldsMatch, password, requiredText } from '../../fields.ts'
import { signedInUser } from '../../schemas/user.ts'
import { officialUsernames, reservedUsernames, usernamePattern } from '../../vocabulary/accounts/usernames.ts'

/** Login's fields; on the admin's page every message ends with a full stop (requirements: #login-fields). */
export const loginFields = (end: '' | '.' = '') => z.object({ email: email(end), password: password('Password', end) })

// The required message names 3 characters, as does the rule (requirements: #username-message).
export const username = requiredText('Username', 3, 40).check(
  z.regex(usernamePattern, 'Use letters, digits, dot, hyphen and underscore only'),
  z.refine((name) => !reservedUsernames.includes(name.toLowerCase()), 'This username is taken.'),
)

export const registerFields = z
  .object({
    username: username.check(
      z.refine((name) => !officialUsernames.includes(name.toLowerCase()), 'This username is taken.'),
    ),
    email: email(),
    number: requiredText('Number', 11, 20),
    password: password('Password'),
    confirm_password: password('Confirm password'),
    terms_accepted: z.literal(true, 'You must accept the terms and conditions'),
  })
  .check(fieldsMatch('password', 'confirm_password', 'Passwords do not match.'))

const token = z.string('A token is needed').check(z.maxLength(2000))

/** Signing in and renewing a session (requirements: #session-handling, #login-fields). */
export const auth = {
  login: endpoint('POST', '/accounts/user/login/', {
    access: 'anyone',
    summary: 'Signs in with e-mail and password.',
    body: loginFields(),
    errors: ['wrong_login', 'blocked', 'too_many'],
    reply: z.object({
      message: z.string(),
      data: z.object({
        user: signedInUser,
        tokens: z.object({ access_token: z.string(), refresh_token: z.string() }),
      }),
    }),
    messages: { done: 'Login successfully', failed: 'Something went wrong' },
  }),
  register: endpoint('POST', '/accounts/user/register/', {
    access: 'anyone',
    summary: 'Opens a contributor account.',
    body: registerFields,
    status: 201,
    errors: ['username_taken', 'email_taken', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Register successfully', failed: 'Something went wrong' },
  }),
  verify: endpoint('POST', '/token/verify/', {
    access: 'anyone',
    summary: 'Checks a token: 200 when it is valid, 401 when it is not.',
    body: z.object({ token }),
    errors: ['not_signed_in'],
    reply: z.object({}),
  }),
  refresh: endpoint('POST', '/token/refresh/', {
    access: 'anyone',
    summary: 'Returns a new access token while the session is open.',
    body: z.object({ refresh: token }),
    errors: ['not_signed_in', 'blocked'],
    reply: z.object({ access: z.string() }),
  }),
  logout: endpoint('POST', '/accounts/user/logout/', {
    access: 'anyone',
    summary: 'Ends the session of a refresh token at once.',
    body: z.object({ refresh: token }),
    reply: z.object({}),
  }),
}

/** Confirming an e-mail address (requirements: #email-confirmation, #email-change). */
export const emailConfirmation = {
  confirm: endpoint('POST', '/accounts/user/confirm-email/:uidb64/:token/', {
    access: 'anyone',
    isSecret: true,
    summary:
      'Confirms an e-mail address with the mailed link, however often it is called; one that the person has asked ' +
      'for replaces theirs and ends their other sessions. An expired link is answered by a mail with a new one.',
    errors: ['wrong_confirmation_link', 'expired_confirmation_link', 'email_taken', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: {
      done: 'Your address is confirmed.',
      changed: 'Your new address is in use. Other devices were signed out.',
      failed: 'Something went wrong.',
    },
  }),
  sendAgain: endpoint('POST', '/accounts/user/confirm-email/', {
    access: 'signed-in',
    summary: 'Mails a new link to a caller who must confirm their e-mail address, or the one that they asked for.',
    errors: ['too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'We sent a new link to your e-mail address.', failed: 'Something went wrong.' },
  }),
}
