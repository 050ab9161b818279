import { categories } from '@vitrine/contract/categories'
import { pages } from '@vitrine/contract/pages'
import { isRetryable } from '../../cache.ts'
import type { ApiError } from '../../call.ts'
import { CheckerboardPanel } from '../../parts/bold-checks.tsx'
import { type SearchState, searchHref } from '../../parts/search.ts'
import { messages as shared } from '../../parts/words.ts'
import { messages } from './words.ts'

/** Nothing was found, or nothing could be asked (requirements: #grid-states). */
export function NoImages({ search, trouble }: { search: SearchState; trouble: ApiError | null }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 max-w-[44ch] text-soft">{trouble?.message ?? messages.noneHint}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {trouble && isRetryable(trouble) ? (
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
