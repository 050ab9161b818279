import type { Replacement } from '@vitrine/contract/schemas/search-words'
import type { SearchState } from '#search/image-search.ts'
import { messages } from './messages.ts'

/** What a page of results shows, in words: “red fox” in Animals. `meant` is what was made of the words. */
export function resultsHeading(search: SearchState, meant: Replacement[] = [], foundNothing = false): string {
  const { title, keyword, category, sort } = search
  const words = foundNothing ? title : replaceWords(title, meant)
  if (foundNothing && (words || keyword)) return words ? messages.nothingFor(words) : messages.nothingTagged(keyword)
  const what = [words && messages.quoted(words), keyword && messages.tagged(keyword)].filter(Boolean).join(', ')
  const place = capitalized(category)
  if (what) return capitalized(place ? messages.within(what, place) : what)
  if (place) return place
  return sort && sort !== 'relevance' ? messages.headings[sort] : messages.results
}

/** The words that were searched for in place of those that were typed. */
function replaceWords(title: string, meant: Replacement[]): string {
  let words = title
  for (const { said, as } of meant) {
    const at = words.toLowerCase().indexOf(said.toLowerCase())
    if (at >= 0) words = words.slice(0, at) + as.replaceAll(', ', messages.or) + words.slice(at + said.length)
  }
  return words.replaceAll(/\s+/g, ' ').trim()
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
