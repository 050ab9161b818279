import type { LoggedQuestion } from '@vitrine/contract/calls/visitors/search'
import { limits } from '@vitrine/contract/vocabulary/limits'

const number = (n: number) => n.toLocaleString('en')
const times = (n: number) => (n === 1 ? 'once' : `${number(n)} times`)

/** Texts of the search page of admins; messages of fields are in the contract. */
export const messages = {
  failed: 'Failed to load what was searched for.',
  log: 'What visitors search for',
  off:
    'Searches are not counted. When they are, you see here what visitors search for most, what they do not find, and ' +
    'which of the results they open. No visitor, address or account is stored, and the privacy page says so.',
  on: `Searches are counted without the visitors. What is searched for fewer than ${limits.searchLogMinimum} times on
    a day is dropped with the day, all other counts after ${limits.searchLogDays} days.`,
  switchOn: 'Count searches',
  switchOff: 'Stop counting',
  confirmOff: 'Stop counting searches? All that was counted is deleted.',
  period: 'Days',
  lastDays: (days: number) => `${days} days`,
  totals: 'Totals',
  searches: 'Searches',
  unanswered: 'Without an answer',
  corrected: 'Answered with other words',
  share: (part: number, whole: number) => `${number(part)} (${whole ? Math.round((100 * part) / whole) : 0} %)`,
  opened: 'Opened from the results',
  places: { first: 'The first', near: 'Second to tenth', far: 'A later one', none: 'None' },
  mostFrequent: 'Most frequent',
  notFound: 'Not found',
  noneYet: `Nothing has been searched for ${limits.searchLogMinimum} times on a day yet.`,
  allFound: 'Every frequent search found something.',
  timesAndFound: ({ times: count, images, is_corrected }: LoggedQuestion) => {
    if (!images) return `${times(count)}, found nothing`
    const found = `${times(count)}, found ${images === 1 ? 'one image' : `${number(images)} images`}`
    return is_corrected ? `${found} by other words` : found
  },
  searchFor: (question: string) => `Search for “${question}”`,
  addFor: 'Add a synonym',
  addForQuestion: (question: string) => `Add a synonym of “${question}”`,
  synonyms: 'Synonyms',
  synonymsHint:
    `Words that mean the same in this library: a search for one also finds the other. They work at once. Each side ` +
    `has at most ${limits.synonymWords} words; forms such as plurals need no synonym of their own.`,
  synonymsFailed: 'Failed to load the synonyms.',
  synonymCount: (count: number) => `${number(count)} of ${number(limits.synonyms)}`,
  noSynonyms: 'There are no synonyms yet.',
  form: 'Synonym',
  said: 'What people type',
  means: 'What it means',
  twoWay: 'Both mean the same, so each finds the other',
  add: 'Add synonym',
  change: 'Save synonym',
  bothWays: 'finds and is found by',
  oneWay: 'also finds',
  edit: (said: string, means: string) => `Edit ${said}, ${means}`,
  remove: (said: string, means: string) => `Delete ${said}, ${means}`,
}
