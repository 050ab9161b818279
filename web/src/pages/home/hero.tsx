import { categories } from '@vitrine/contract/vocabulary/categories'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { SearchForm } from '#search/search-form.tsx'
import { messages } from './messages.ts'

/** The large search form at the top of the home page. */
export function Hero({ search }: { search: SearchState }) {
  return (
    <search aria-label={messages.searchLandmark} className="hero page-width">
      <h1 className="display mx-auto max-w-[14ch]">
        {messages.heading.before}
        <span className="see-through">{messages.heading.seeThrough}</span>
        {messages.heading.after}
      </h1>
      <p className="mt-4 text-balance text-base text-soft sm:text-lg">{messages.subline}</p>
      <SearchForm search={search} isLive className="mx-auto mt-7 max-w-160" />
      <Categories search={search} />
    </search>
  )
}

/** Category links keep the search text and start at page 1; the chosen category's link removes it. */
function Categories({ search }: { search: SearchState }) {
  return (
    <nav aria-label={messages.categories} className="chips one-row mt-6">
      {categories.map(({ id, name }) =>
        name === search.category ? (
          <a
            key={id}
            className="chip"
            href={searchHref({ ...search, category: '', page: 1 })}
            aria-current="true"
            title={messages.chosen(name)}
          >
            {name}
          </a>
        ) : (
          <a key={id} className="chip" href={searchHref({ ...search, category: name, page: 1 })}>
            {name}
          </a>
        ),
      )}
    </nav>
  )
}
