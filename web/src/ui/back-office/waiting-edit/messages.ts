export const messages = {
  waiting: 'Edit waiting',
  publicNow: 'Public now',
  newFile: 'New file',
  decided: { approved: 'Edit approved', rejected: 'Edit rejected', pending: 'Edit waits again' },
}
