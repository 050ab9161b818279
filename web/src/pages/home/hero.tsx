import { categories } from '@vitrine/contract/vocabulary/categories'
import { SearchForm } from '#search/search-form.tsx'
import { type SearchState, searchHref } from '#search/search-state.ts'
import { messages } from './messages.ts'

/** The search field is the hero. */
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

/** Choosing a category keeps the words and goes to the first page; choosing it again lets go of it. */
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
