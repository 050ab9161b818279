import { imageCount } from '#search/messages.ts'

/** Texts of the tray once it is used (requirements: #tray). */
export const messages = {
  open: (count: number) => `Tray, ${imageCount(count)}`,
  add: (title: string) => `Add ${title} to tray`,
  remove: (title: string) => `Take ${title} out of tray`,
  added: (title: string, count: number) => `${title} is in your tray: ${imageCount(count)}.`,
  removed: (title: string, count: number) => `${title} is out of your tray: ${imageCount(count)}.`,
  sum: (count: number, size: string) => `${imageCount(count)}, ${size}`,
  emptyHint: 'Collect pictures while you browse, then download them all in one zip. No account needed.',
  download: (count: number, size: string) => `Download all (${imageCount(count)}, ${size})`,
  cleared: (count: number) => `${imageCount(count)} taken out.`,
  gone: (count: number) =>
    count === 1 ? 'One image is no longer in the library.' : `${count} images are no longer in the library.`,
  someAdded: (count: number) => `Your tray had room for ${imageCount(count)} more.`,
  nothingShared: 'None of these images is in the library any more.',
}
