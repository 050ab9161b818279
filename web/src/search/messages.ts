/** Texts of the search form and its suggestions. */
export const messages = {
  label: 'Search images',
  placeholder: 'Search images...',
  submit: 'Search',
  suggestions: 'Suggestions',
  tag: 'tag',
  count: (count: number) => (count === 1 ? '1 image' : `${count.toLocaleString('en')} images`),
}
