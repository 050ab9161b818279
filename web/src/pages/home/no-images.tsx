import { pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { ApiError } from '#api/api-client.ts'
import { isRetryable } from '#api/query-client.ts'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages } from './messages.ts'

/** An empty or a failed search (requirements: #grid-states). */
export function NoImages({ search, error }: { search: SearchState; error: ApiError | null }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 max-w-[44ch] text-soft">{error?.message ?? messages.noneHint}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {error && isRetryable(error) ? (
          <a className="button main" href={searchHref(search)}>
            {shared.tryAgain}
          </a>
        ) : (
          <>
            <a className="button main" href={pages.home.href()}>
              {messages.all}
            </a>
            {suggested.map(({ id, name }) => (
              <a key={id} className="button" href={searchHref({ category: name })}>
                {name}
              </a>
            ))}
          </>
        )}
      </div>
    </CheckerboardPanel>
  )
}

const suggested = categories.filter(({ value }) => value === 'animals' || value === 'food' || value === 'transport')
