/** Texts that visitors' pages and back offices share. */
export const messages = {
  skip: 'Skip to content',
  copyright: (name: string) => `© 2025 ${name}`,
}
