import { categories } from '@vitrine/contract/vocabulary/categories'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { messages } from './messages.ts'

/**
 * Categories in one row that scrolls. A category keeps the rest of a search that found something and goes to page 1;
 * after one that found nothing it begins a new one.
 */
export function CategoryTabs({ search, foundNothing }: { search: SearchState; foundNothing: boolean }) {
  const hrefOf = (category: string) => searchHref(foundNothing ? { category } : { ...search, category, page: 1 })
  return (
    <nav aria-label={messages.categories} className="tabs page-width">
      {['', ...categories.map(({ name }) => name)].map((name) => (
        <a
          key={name}
          href={hrefOf(name)}
          aria-current={name === search.category ? 'true' : undefined}
          ref={name === search.category ? scrollIntoRow : undefined}
        >
          {name || messages.allCategories}
        </a>
      ))}
    </nav>
  )
}

/** Brings the chosen category into the visible part of the row, without scrolling the page. */
function scrollIntoRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
