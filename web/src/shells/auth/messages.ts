/** Words around the forms for signing in, and in them. */
export const messages = {
  home: 'Back to home',
  forgot: 'Forgot Password',
  signedOut: 'You have been signed out.',
  showPassword: 'Show what is typed',
  noScript: 'Signing in needs JavaScript. Searching and downloading work without it.',
}
