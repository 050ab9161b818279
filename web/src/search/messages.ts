const grouped = new Intl.NumberFormat('en')

export const imageCount = (count: number) => (count === 1 ? '1 image' : `${grouped.format(count)} images`)

/** Texts of the search form, and of what was made of its words. */
export const messages = {
  label: 'Search images',
  placeholder: 'Search images...',
  submit: 'Search',
  showing: 'Showing ',
  insteadOf: (word: string) => `for “${word}”`,
  or: ' or ',
  notAll: 'Nothing has all of these words. ',
  searchExactly: (title: string) => `Search only for “${title}”`,
  exact: (title: string) => `Searched only for “${title}”. `,
  inexact: 'Search for similar words too',
}
