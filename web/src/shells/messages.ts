export const messages = {
  skip: 'Skip to content',
  copyright: (name: string) => `© 2025-${new Date().getFullYear()} ${name}`,
}
