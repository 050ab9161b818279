export const imageCount = (count: number) => (count === 1 ? '1 image' : `${count.toLocaleString('en')} images`)

/** Texts of the search form, and of what was made of its words. */
export const messages = {
  showing: 'Showing ',
  or: ' or ',
  inexact: 'Search for similar words too',
}
