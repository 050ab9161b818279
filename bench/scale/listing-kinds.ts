import type { SearchParams } from '../../server/src/features/search/planner.ts'
import type { Random } from '../harness/random.ts'
import { foreignWordOf, synonymOf, tagOf, wordOf } from './synthetic-library.ts'

/** `somewhere` returns a random integer from `from` to below `to`; `last` is the number of the last page. */
type ListingTemplate = (somewhere: (from: number, to: number) => number, last: number) => [SearchParams, page: number]

const misspell = (word: string) => word.slice(0, 2) + word[3] + word[2] + word.slice(4)

/** A random listing of each kind. Keywords and words are numbered from the most common. */
const templates: Record<string, ListingTemplate> = {
  newest: () => [{}, 1],
  'newest, page 5,000': (_, last) => [{}, Math.min(5_000, last)],
  'newest, last page': (_, last) => [{}, last],
  category: (somewhere) => [{ category: somewhere(1, 21) }, 1],
  'keyword, rare': (somewhere) => [{ keyword: tagOf(somewhere(20_000, 50_000)) }, 1],
  'keyword, medium': (somewhere) => [{ keyword: tagOf(somewhere(500, 2_000)) }, 1],
  'keyword, common': (somewhere) => [{ keyword: tagOf(somewhere(0, 5)) }, 1],
  'keyword, common, page 300': (somewhere) => [{ keyword: tagOf(somewhere(0, 3)) }, 300],
  'title, rare': (somewhere) => [{ title: wordOf(somewhere(15_000, 30_000)) }, 1],
  'title, medium': (somewhere) => [{ title: wordOf(somewhere(500, 2_000)) }, 1],
  'title, common': (somewhere) => [{ title: wordOf(somewhere(0, 5)) }, 1],
  'title, common, page 100': (somewhere) => [{ title: wordOf(somewhere(0, 3)) }, 100],
  'title, common, newest first': (somewhere) => [{ title: wordOf(somewhere(0, 5)), sort: 'newest' }, 1],
  'two words': (somewhere) => [{ title: `${wordOf(somewhere(0, 10))} ${wordOf(somewhere(0, 10))}` }, 1],
  'two words, other forms': (somewhere) => [{ title: `${wordOf(somewhere(0, 10))}s ${wordOf(somewhere(0, 10))}s` }, 1],
  'three words': (somewhere) => [{ title: [5, 10, 40].map((most) => wordOf(somewhere(0, most))).join(' ') }, 1],
  'a word but not another': (somewhere) => [{ title: `${wordOf(somewhere(0, 5))} -${wordOf(somewhere(5, 20))}` }, 1],
  'two words in a row': (somewhere) => [{ title: `"${wordOf(somewhere(0, 100))} ${wordOf(somewhere(0, 100))}"` }, 1],
  'widened by meanings': (somewhere) => [{ title: synonymOf(somewhere(0, 2_000)) }, 1],
  'widened by translations': (somewhere) => [{ title: foreignWordOf(somewhere(0, 2_000)) }, 1],
  'as many words as possible': (somewhere) => [
    { title: `${wordOf(somewhere(0, 10))} ${wordOf(somewhere(15_000, 30_000))} ${wordOf(somewhere(15_000, 30_000))}` },
    1,
  ],
  'prefix, one letter': (somewhere) => [{ title: wordOf(somewhere(0, 50)).slice(0, 1) }, 1],
  'prefix, two letters': (somewhere) => [{ title: wordOf(somewhere(0, 200)).slice(0, 2) }, 1],
  'prefix, four letters': (somewhere) => [{ title: wordOf(somewhere(800, 5_000)).slice(0, 4) }, 1],
  'prefix, five letters': (somewhere) => [{ title: wordOf(somewhere(800, 5_000)).slice(0, 5) }, 1],
  misspelt: (somewhere) => [{ title: misspell(wordOf(somewhere(900, 5_000))) }, 1],
  colour: (somewhere) => [{ colour: somewhere(1, 13) }, 1],
  orientation: () => [{ orientation: 'landscape' }, 1],
  'least size': () => [{ size: 2000 }, 1],
  'soft parts, clean edges': () => [{ transparency: 'soft', clean_edges: true }, 1],
  'category and colour': (somewhere) => [{ category: somewhere(1, 21), colour: somewhere(1, 13) }, 1],
  'category and title': (somewhere) => [{ category: somewhere(1, 5), title: wordOf(somewhere(0, 20)) }, 1],
  'all filters': (somewhere) => [
    { category: 1, colour: somewhere(1, 13), orientation: 'landscape', size: 1000, keyword: tagOf(somewhere(0, 5)) },
    1,
  ],
  'most downloaded': () => [{ sort: 'downloads' }, 1],
  'most downloaded, page 1,000': (_, last) => [{ sort: 'downloads' }, Math.min(1_000, last)],
  'most downloaded of a category': (somewhere) => [{ category: somewhere(1, 21), sort: 'downloads' }, 1],
}

export const listingKinds = Object.keys(templates)

export function sampleListing(name: string, images: number, random: Random): [SearchParams, page: number] {
  const somewhere = (from: number, to: number) => from + Math.floor(random.next() * (to - from))
  return templates[name]!(somewhere, Math.max(1, Math.ceil(images / 100)))
}
