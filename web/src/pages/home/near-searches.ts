import { filterNames } from '@vitrine/contract/vocabulary/filters'
import { emptySearch, type SearchState } from '#search/image-search.ts'
import { messages as searchMessages } from '#search/messages.ts'
import { messages } from './messages.ts'

/** A search that is near one which shows nothing, with the text of the link to it. */
export interface NearSearch {
  label: string
  search: Partial<SearchState>
}

/**
 * What may show something: the first page, similar words, the words without quotation marks and exclusions, fewer
 * filters (requirements: #near-searches). The server itself leaves out words where images have some of them.
 */
export function nearSearches(search: SearchState, pages: number): NearSearch[] {
  const { title, exact } = search
  const near: NearSearch[] = []
  const add = (label: string, change: Partial<SearchState>) =>
    near.push({ label, search: { ...search, page: 1, ...change } })
  if (pages) {
    add(messages.firstPage, {})
    if (pages > 1) add(messages.lastPage, { page: pages })
  } else {
    if (exact && title) add(searchMessages.inexact, { exact: false })
    const words = title.replace(/(^|\s)-\S+|["“”„]/g, '').trim()
    if (words && words !== title) add(`“${words}”`, { title: words })
    const chosen = filterNames.filter((name) => search[name])
    for (const name of chosen) add(messages.any(name), { [name]: emptySearch[name] })
    if (chosen.length > 1) add(messages.noFilters, { ...emptySearch, title, exact })
  }
  return near
}
