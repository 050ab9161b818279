import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'

/** Texts of the page that requests a password reset; field messages are in the contract. */
export const messages = {
  title: 'Forgot password',
  hint: 'Enter the e-mail address of your account. We will mail you a link for a new password.',
  form: 'Forgot Password Form',
  email: 'Email',
  submit: 'Send the link',
  sending: 'Sending...',
  sent: 'Check your mail',
  sentTo: (email: string) =>
    `If there is an account for ${email}, a mail is on its way to it. Its link works once, within ` +
    `${accountLimits.resetMinutes} minutes. Nothing there? Look among the spam, too.`,
  again: 'Use another address',
  login: 'Back to login',
}
