export const messages = {
  download: (title: string) => `Download ${title}`,
  backdrop: 'Background and view',
  backdrops: {
    light: 'Light checkerboard',
    dark: 'Dark checkerboard',
    white: 'White',
    black: 'Black',
    custom: 'A colour of your own',
  },
  alpha: 'Alpha',
  alphaHint: 'White is opaque, black is clear',
}
