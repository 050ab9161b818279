export const messages = {
  data: 'Your data',
  dataHint:
    'Everything that this library has of you in one zip: your profile, your images as you uploaded them, with their ' +
    'words and their history, your API keys by name, where you are signed in, and what you did here.',
  download: 'Download your data',
  downloading: { form: 'Download Form', submit: 'Download', sending: 'Sending...' },
  close: 'Close your account',
  closeHint:
    'For good, and at once: you are signed out everywhere, API keys end, and your name, addresses and picture are ' +
    'deleted. Download your data first, if you want to have it.',
  startClosing: 'Close account',
  closing: { form: 'Close Form', submit: 'Close account for good', sending: 'Closing...' },
  images: 'What becomes of your images?',
  stay: 'My approved images stay',
  stayHint:
    'They are shown under the name “A former contributor”. Those that are waiting, rejected or in the trash are ' +
    'deleted. Titles, descriptions and tags stay as you wrote them.',
  leave: 'All my images leave',
  leaveHint:
    'They disappear at once, and their files are deleted; those of reported images when the reports are decided ' +
    'about. People who have downloaded one may go on using it.',
  keptHint: 'What is kept after that',
}
