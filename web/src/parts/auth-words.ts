/** Words around the forms for signing in. */
export const words = {
  home: 'Back to home',
  noScript: 'Signing in needs JavaScript. Searching and downloading work without it.',
}
