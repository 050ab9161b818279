/** Words around the forms for signing in. */
export const words = {
  home: 'Back to home',
  forgot: 'Forgot Password',
  noScript: 'Signing in needs JavaScript. Searching and downloading work without it.',
}
