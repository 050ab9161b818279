/** Words above every page of a back office. */
export const words = {
  nav: 'Your pages',
  library: 'Library',
}
