/** Texts of the page that confirms a new password. */
export const messages = {
  title: 'Your password is set',
  hint: 'All devices that were signed in with the old one have been signed out. Please sign in with the new one.',
  login: 'Back to contributor login',
}
