import type { Rectangle } from '@vitrine/contract/measures/rgba-image'

const pixels = (count: number) => Math.round(count).toLocaleString('en')

/** Texts around findings; what is said of each of them is in the contract (finding-texts.ts). */
export const messages = {
  findingsOf: (title: string) => `Found in ${title}`,
  showMe: 'Show me',
  showMeOf: (title: string) => `Show me what was found in ${title}`,
  dialogTitle: (title: string) => `What was found in ${title}`,
  choose: 'Show',
  close: 'Close',
  detail: (x: number, y: number) => `Enlarged, around the pixel ${pixels(x)}, ${pixels(y)}`,
  legends: {
    squares: ({ left, top, width, height }: Rectangle) =>
      `Lines are drawn over its squares, in an area of ${pixels(width)} × ${pixels(height)} pixels that begins ` +
      `${pixels(left)} from the left and ${pixels(top)} from the top.`,
    area: ({ left, top, width, height }: Rectangle) =>
      `The frame surrounds it: ${pixels(width)} × ${pixels(height)} pixels, ${pixels(left)} from the left and ` +
      `${pixels(top)} from the top.`,
    places: (count: number) => (count === 1 ? 'A ring shows the place.' : `Rings show ${pixels(count)} places.`),
    tint: 'The pixels in question are coloured.',
    sides: 'A line is drawn along each of these sides.',
  },
}
