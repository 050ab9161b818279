import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { email, fieldsMatch, password, passwordLength, requiredText, time, username } from '../../fields.ts'
import { signedInUser } from '../../schemas/user.ts'

/** Usernames that look official: registration refuses them, the operator may give them. */
const officialUsernames = ['admin', 'administrator', 'moderator', 'root', 'support', 'system', 'vitrine']

/** Login's fields; on the admin's page every message ends with a full stop (requirements: #login-fields). */
export const loginFields = (passwordMax: number, end: '' | '.' = '') =>
  z.object({ email: email(end), password: password('Password', passwordMax, end) })

export const registerFields = (passwordMax: number) =>
  z
    .object({
      username: username.check(
        z.refine((name) => !officialUsernames.includes(name.toLowerCase()), 'This username is taken.'),
      ),
      email: email(),
      number: requiredText('Number', 11, 20),
      password: password('Password', passwordMax),
      confirm_password: password('Confirm password', passwordMax),
      terms_accepted: z.literal(true, 'You must accept the terms and conditions'),
    })
    .check(fieldsMatch('password', 'confirm_password', 'Passwords do not match.'))

const token = z.string('A token is needed').check(z.maxLength(2000))

/** The calls below, of a site that allows passwords of this length. */
export const authOf = (passwordMax: number) => ({
  login: endpoint('POST', '/accounts/user/login/', {
    access: 'anyone',
    summary: 'Signs in with e-mail and password.',
    body: loginFields(passwordMax),
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
    body: registerFields(passwordMax),
    status: 201,
    errors: ['username_taken', 'email_taken', 'common_password', 'known_password', 'simple_password', 'too_many'],
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
})

/** Signing in and renewing a session (requirements: #session-handling, #login-fields). */
export const auth = authOf(passwordLength.max)

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

const session = z.object({
  id: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** For IPv6 the network, as `2001:db8:1:2::/64`. */
  address: z.string(),
  user_agent: z.string(),
  /** ISO 8601. The last use is accurate to the lifetime of an access token, 10 minutes. */
  created_at: time,
  last_used_at: time,
})
export type OpenSession = z.output<typeof session>

/** A person's open sessions, so that they can sign out a lost device (requirements: #sessions-page). */
export const sessions = {
  list: endpoint('GET', '/accounts/user/sessions/', {
    access: 'signed-in',
    summary: 'Lists the caller’s open sessions, the latest first.',
    reply: z.object({ sessions: z.array(session) }),
  }),
  end: endpoint('DELETE', '/accounts/user/sessions/:id/', {
    access: 'signed-in',
    summary: 'Ends one session of the caller.',
    params: z.object({ id: z.guid('There is no such session') }),
    errors: ['session_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Signed out there.', failed: 'Something went wrong.' },
  }),
  endOthers: endpoint('DELETE', '/accounts/user/sessions/others/', {
    access: 'signed-in',
    summary: 'Ends all sessions of the caller except the current one.',
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'Signed out everywhere else.', failed: 'Something went wrong.' },
  }),
}

/** Only the format is checked: older accounts may have longer addresses (requirements: #forgot-validation). */
export const forgotPasswordFields = z.object({
  email: requiredText('Email', 1, 254).check(z.regex(/^\S+@\S+$/, 'Enter a valid email.')),
})

const newPassword = (max: number) => password('New password', max)

/** The fields of the page's form; the call takes only the new password (requirements: #calls). */
export const resetPasswordFields = (passwordMax: number) =>
  z
    .object({ new_password: newPassword(passwordMax), confirm_password: requiredText('Confirm password', 1, 200) })
    .check(fieldsMatch('new_password', 'confirm_password', 'Passwords do not match.'))

export const changePasswordFields = (passwordMax: number) =>
  z
    .object({
      old_password: requiredText('Old password', 1, 200),
      new_password: newPassword(passwordMax),
      confirm_password: requiredText('Confirm password', 1, 200),
    })
    .check(fieldsMatch('new_password', 'confirm_password', 'New password and confirm password do not match.'))

/** The calls below, of a site that allows passwords of this length. */
export const passwordsOf = (passwordMax: number) => ({
  forgot: endpoint('POST', '/accounts/user/forgot-password/', {
    access: 'anyone',
    summary: 'Mails a reset link if the account exists; the reply does not reveal whether it does.',
    body: forgotPasswordFields,
    errors: ['too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Please check your email address!', failed: 'Something went wrong.' },
  }),
  reset: endpoint('POST', '/accounts/user/reset-password/:uidb64/:token/', {
    access: 'anyone',
    isSecret: true,
    summary:
      'Sets a new password with the mailed link, which works once, and ends all sessions and API keys of the account.',
    body: z.object({ new_password: newPassword(passwordMax) }),
    errors: ['wrong_reset_link', 'common_password', 'known_password', 'simple_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Password reset successful!', failed: 'Something went wrong.' },
  }),
  change: endpoint('POST', '/accounts/user/password/change/', {
    access: 'signed-in',
    summary: 'Changes the caller’s password and ends all their other sessions.',
    body: changePasswordFields(passwordMax),
    errors: ['wrong_old_password', 'common_password', 'known_password', 'simple_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Password changed successfully!', failed: 'Failed to change password.' },
  }),
})

/** Resetting and changing a password (requirements: #reset-password, #change-password). */
export const passwords = passwordsOf(passwordLength.max)
