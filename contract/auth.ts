import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, password, repeats, text } from './fields.ts'
import { officialUsernames, reservedUsernames, signedInUser, usernamePattern } from './users.ts'

/** Login's fields; on the admin's page every message ends with a full stop (requirements: #login-fields). */
export const loginFields = (end: '' | '.' = '') => z.object({ email: email(end), password: password('Password', end) })

// The message says 3, like the rule (requirements: #username-message).
export const username = text('Username', 3, 40).check(
  z.regex(usernamePattern, 'Use letters, digits, dot, hyphen and underscore only'),
  z.refine((name) => !reservedUsernames.includes(name.toLowerCase()), 'This username is taken.'),
)

export const registerFields = z
  .object({
    username: username.check(
      z.refine((name) => !officialUsernames.includes(name.toLowerCase()), 'This username is taken.'),
    ),
    email: email(),
    number: text('Number', 11, 20),
    password: password('Password'),
    confirm_password: password('Confirm password'),
    terms_accepted: z.literal(true, 'You must accept the terms and conditions'),
  })
  .check(repeats('password', 'confirm_password', 'Passwords do not match.'))

const token = z.string('A token is needed').check(z.maxLength(2000))

/** Signing in and staying in (requirements: #session-handling, #login-fields). */
export const auth = {
  login: endpoint('POST', '/accounts/user/login/', {
    access: 'anyone',
    does: 'Signs in with e-mail and password.',
    body: loginFields(),
    fails: ['wrong_login', 'blocked', 'too_many'],
    reply: z.object({
      message: z.string(),
      data: z.object({
        user: signedInUser,
        tokens: z.object({ access_token: z.string(), refresh_token: z.string() }),
      }),
    }),
    says: { done: 'Login successfully', failed: 'Something went wrong' },
  }),
  register: endpoint('POST', '/accounts/user/register/', {
    access: 'anyone',
    does: 'Opens a contributor account.',
    body: registerFields,
    status: 201,
    fails: ['username_taken', 'email_taken', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    says: { done: 'Register successfully', failed: 'Something went wrong' },
  }),
  verify: endpoint('POST', '/token/verify/', {
    access: 'anyone',
    does: 'Says by its status whether a token is good: 200 or 401.',
    body: z.object({ token }),
    fails: ['not_signed_in'],
    reply: z.object({}),
  }),
  refresh: endpoint('POST', '/token/refresh/', {
    access: 'anyone',
    does: 'Gives a new access token while the session lives.',
    body: z.object({ refresh: token }),
    fails: ['not_signed_in'],
    reply: z.object({ access: z.string() }),
  }),
  logout: endpoint('POST', '/accounts/user/logout/', {
    access: 'anyone',
    does: 'Ends the session of a refresh token at once, everywhere.',
    body: z.object({ refresh: token }),
    reply: z.object({}),
  }),
}
