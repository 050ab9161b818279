export const messages = {
  tagline: 'Free transparent PNG images. Real alpha, checked one by one.',
  searchLandmark: 'Search the library',
  site: 'Site',
  contributorLogin: 'Contributor login',
  footer: 'Footer',
  about: 'About',
  contact: 'Contact',
  terms: 'Terms and licence',
  privacy: 'Privacy',
  builtBy: 'Built by',
  social: { x: 'X', facebook: 'Facebook', pinterest: 'Pinterest', instagram: 'Instagram' },
  scrollToTop: 'Scroll to top',
}
