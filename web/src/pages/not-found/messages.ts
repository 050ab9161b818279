/** Texts of the 404 page (requirements: #not-found). */
export const messages = {
  title: 'Page not found',
  code: '404',
  heading: 'You seem to have ventured into the unknown digital realm.',
  hint: 'There is nothing here but transparency.',
  home: 'Return to website',
}
