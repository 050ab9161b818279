const others = (n: number, what: string) => (n ? ` + ${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}` : '')

/** Texts around back-office pages. */
export const messages = {
  andOthers: ({ edits, samples }: { edits: number; samples: number }) =>
    others(edits, 'edit') + others(samples, 'sample'),
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
