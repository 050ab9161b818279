/** Texts around back-office pages. */
export const messages = {
  andEdits: (edits: number) => (edits ? ` + ${edits.toLocaleString('en')} edit${edits === 1 ? '' : 's'}` : ''),
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  upload: 'Upload',
  profileOf: (username: string) => `Your profile, ${username}`,
  nav: 'Your pages',
  settings: 'Settings',
  library: 'To the library',
  logout: 'Logout',
  noConnection: 'No connection. You see what was loaded last.',
  blocked: 'An admin has blocked your account, so you are signed out. If that is a mistake, write to us here.',
  signIn: 'Please sign in.',
  signedOut: 'You have been signed out.',
  outdated: {
    heading: 'The site has been updated.',
    hint: 'Finish or save what you are working on, then reload.',
    reload: 'Reload',
  },
}
