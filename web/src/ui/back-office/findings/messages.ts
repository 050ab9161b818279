import type { Rectangle } from '@vitrine/contract/schemas/findings'

const pixels = (count: number) => Math.round(count).toLocaleString('en')

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Texts around findings; what is said of each of them is in the contract (finding-texts.ts). */
export const messages = {
  counts: (faults: number, remarks: number) =>
    [faults && plural(faults, 'fault'), remarks && plural(remarks, 'remark')].filter(Boolean).join(', '),
  faultCount: (faults: number) => plural(faults, 'fault'),
  overruledBy: (by: string | null, reason: string) => `Overruled by ${by ? `@${by}` : 'an admin'}: ${reason}`,
  showMeKey: 'Mark on the picture what was found',
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
