export const messages = {
  skip: 'Skip to content',
  skipToImages: 'Skip to images',
  copyright: (name: string) => `© 2025-${new Date().getFullYear()} ${name}`,
}
