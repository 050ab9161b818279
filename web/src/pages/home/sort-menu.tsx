import { sorts } from '@vitrine/contract/vocabulary/filters'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { defaultSortOf, type SearchState, searchHref } from '#search/image-search.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages } from './messages.ts'

/** The orders as a menu of links; relevance is offered only for a text search. */
export function SortMenu({ search }: { search: SearchState }) {
  const defaultSort = defaultSortOf(search)
  const current = search.sort || defaultSort
  return (
    <Dropdown
      className="menu"
      closesOnChoice
      label={
        <>
          <span className="text-soft">{messages.order}</span> {messages.orders[current]}
          <ChevronDown className="chevron" aria-hidden="true" size={15} />
        </>
      }
    >
      {sorts
        .filter((sort) => sort !== 'relevance' || search.title)
        .map((sort) => (
          <a
            key={sort}
            href={searchHref({ ...search, sort: sort === defaultSort ? '' : sort, page: 1 })}
            aria-current={sort === current ? 'true' : undefined}
          >
            {messages.orders[sort]}
          </a>
        ))}
    </Dropdown>
  )
}
