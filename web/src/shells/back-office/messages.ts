export const messages = {
  bell: (waiting: number) => (waiting ? `Waiting: ${waiting.toLocaleString('en')}` : 'Nothing waits'),
  groups: { images: 'Images', insights: 'Insights', settings: 'Settings' },
  blocked: 'An admin has blocked your account, so you are signed out. If that is a mistake, write to us here.',
}
