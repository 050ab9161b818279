/** Texts of the page that requests a password reset; field messages are in the contract. */
export const messages = {
  title: 'Forgot password',
  hint: 'Tell us the e-mail address of your account, and we send a link for a new password to it.',
  form: 'Forgot Password Form',
  email: 'Email',
  submit: 'Send the link',
  sending: 'Sending...',
  login: 'Back to login',
}
