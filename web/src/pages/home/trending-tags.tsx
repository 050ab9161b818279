import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { scrollToTop } from '#ui/smooth-scroll.ts'
import { messages } from './messages.ts'
import { tagsQuery } from './tags-query.ts'

/** Tags of approved images, the most used first: 30, then 30 more at a time (requirements: #tag-cloud). */
export function TrendingTags({ search }: { search: SearchState }) {
  const { send } = useAppContext()
  const { data = [] } = useQuery(tagsQuery(send))
  const [visibleCount, setVisibleCount] = useState<number>(limits.tagsPerStep)
  if (!data.length) return null
  return (
    <section aria-labelledby="tags" className="page-width mt-16">
      <h2 id="tags" className="heading mb-4">
        {messages.tags}
      </h2>
      <ul className="chips flex-wrap">
        {data.slice(0, visibleCount).map(({ id, name }) => (
          <li key={id}>
            <a className="chip as-typed" href={searchHref({ ...search, keyword: name, page: 1 })} onClick={scrollToTop}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {visibleCount < data.length && (
        <button
          type="button"
          className="button mt-5"
          onClick={() => setVisibleCount(visibleCount + limits.tagsPerStep)}
        >
          {messages.moreTags}
        </button>
      )}
    </section>
  )
}
