/** Texts of the stage's tools, in their chunk. */
export const messages = {
  photoShown: 'Your photo stays on this device.',
  photoFailed: 'This file is not a picture that your browser can show.',
  loupe: 'Loupe at 400 %',
  loupeKeys: 'Arrow keys move it, Escape closes it.',
  loupeFailed: 'The original could not be loaded. Please try again.',
  zoom: '400 %',
  copy: (hex: string) => `Copy ${hex}`,
  copied: 'Copied',
  notCopied: 'The browser did not let us copy. Please use its own menu.',
  useAsBackdrop: 'Use as background',
  neighbours: 'Images of the same search',
  place: (position: number, count: number, words: string) =>
    `${position} of ${count.toLocaleString('en')}${words && ` for “${words}”`}`,
  previous: (title: string) => `Previous: ${title}`,
  next: (title: string) => `Next: ${title}`,
}
