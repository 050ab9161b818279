export const messages = {
  loading: 'Loading...',
  offline: 'No connection. The page comes as soon as there is one.',
  tryAgain: 'Try again',
}
