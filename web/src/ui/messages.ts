export const messages = {
  loading: 'Loading...',
  offline: 'No connection. The page comes as soon as there is one.',
  tryAgain: 'Try again',
  pageFailed: 'This page could not be loaded.',
  pager: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
  },
}
