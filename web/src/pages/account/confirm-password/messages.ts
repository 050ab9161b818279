/** Texts of the page that sets a new password; field messages are in the contract. */
export const messages = {
  title: 'Set a new password',
  form: 'Reset Password Form',
  password: 'New password',
  confirm: 'Confirm password',
  submit: 'Set password',
  sending: 'Setting...',
  again: 'Ask for a new link',
}
