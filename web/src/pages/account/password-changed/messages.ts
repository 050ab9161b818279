/** Every word of the page that says that a new password is set. */
export const messages = {
  title: 'Your password is set',
  hint: 'All devices that were signed in with the old one have been signed out. Please sign in with the new one.',
  login: 'Back to contributor login',
}
