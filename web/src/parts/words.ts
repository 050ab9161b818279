/** Words of what stands on several pages. */
export const words = {
  skip: 'Skip to content',
  tagline: 'Free transparent PNG images. Real alpha, checked one by one.',
  copyright: (name: string) => `© 2025 ${name}`,
  contributorLogin: 'Contributor login',
  api: 'API',
  footer: 'Footer',
  loading: 'Loading...',
  tryAgain: 'Try again',
  download: (title: string) => `Download ${title}`,
  search: {
    label: 'Search images',
    placeholder: 'Search images...',
    button: 'Search',
  },
  pager: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
  },
}
