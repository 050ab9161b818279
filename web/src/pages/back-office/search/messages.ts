import type { LoggedQuestion } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'

const number = (n: number) => n.toLocaleString('en')
const times = (n: number) => (n === 1 ? 'once' : `${number(n)} times`)

export const messages = {
  off:
    'Searches are not counted. When they are, you see here what visitors search for most, what they do not find, and ' +
    'which of the results they open. No visitor, address or account is stored, and the privacy page says so.',
  on: `Searches are counted without the visitors. What is searched for fewer than ${limits.searchLogMinimum} times on
    a day is dropped with the day, all other counts after ${limits.searchLogDays} days.`,
  share: (part: number, whole: number) => `${number(part)} (${whole ? Math.round((100 * part) / whole) : 0} %)`,
  places: { first: 'The first', near: 'Second to tenth', far: 'A later one', none: 'None' },
  noneYet: `Nothing has been searched for ${limits.searchLogMinimum} times on a day yet.`,
  timesAndFound: ({ times: count, images, is_corrected }: LoggedQuestion) => {
    if (!images) return `${times(count)}, found nothing`
    const found = `${times(count)}, found ${images === 1 ? 'one image' : `${number(images)} images`}`
    return is_corrected ? `${found} by other words` : found
  },
  synonymsHint:
    `Words that mean the same in this library: a search for one also finds the other. They work at once. Each side ` +
    `has at most ${limits.synonymWords} words; forms such as plurals need no synonym of their own.`,
  synonymCount: (count: number) => `${number(count)} of ${number(limits.synonyms)}`,
  said: 'What people type',
  means: 'What it means',
  twoWay: 'Both mean the same, so each finds the other',
}
