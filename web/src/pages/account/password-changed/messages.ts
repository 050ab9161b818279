/** Texts of the page that confirms a new password. */
export const messages = {
  set: {
    title: 'Your password is set',
    hint: 'Every device that was signed in with the old one has been signed out. Log in with the new one.',
  },
  /** For anybody else who opens the address. */
  unknown: {
    title: 'A new password',
    hint: 'Once you have set one, every device that was signed in with the old one is signed out.',
  },
  login: 'Back to contributor login',
}
