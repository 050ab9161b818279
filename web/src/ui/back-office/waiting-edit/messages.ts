export const messages = {
  waiting: 'Edit waiting',
  before: 'Now:',
  after: 'New:',
  empty: 'empty',
  file: 'File',
  publicNow: 'Public now',
  newFile: 'New file',
  decided: { approved: 'Edit approved', rejected: 'Edit rejected', pending: 'Edit waits again' },
}
