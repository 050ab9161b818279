const grouped = new Intl.NumberFormat('en')

export const imageCount = (count: number) => (count === 1 ? '1 image' : `${grouped.format(count)} images`)

/** Texts of the search form. */
export const messages = {
  label: 'Search images',
  placeholder: 'Search images...',
  submit: 'Search',
}
