/** Texts of the sections about one's own data. */
export const messages = {
  data: 'Your data',
  dataHint:
    'Everything that this library has of you in one zip: your profile, your images as you uploaded them, with their ' +
    'words and their history, your API keys by name, where you are signed in, and what you did here in the last year.',
  download: 'Download your data',
  downloadForm: 'Download Form',
  password: 'Password',
  submitDownload: 'Download',
  sending: 'Sending...',
  cancel: 'Cancel',
}
