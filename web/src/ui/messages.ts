/** Texts of the UI components. */
export const messages = {
  loading: 'Loading...',
  tryAgain: 'Try again',
  pager: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
  },
}
