import { useQuery } from '@tanstack/react-query'
import { pages as sitePages } from '@vitrine/contract/pages'
import type { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { isRetryable } from '#api/query-client.ts'
import { highlightsQuery } from '#image-card/highlights-query.ts'
import { ImageGrid } from '#image-card/image-grid.tsx'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages } from './messages.ts'
import { type NearSearch, nearSearches } from './near-searches.ts'

interface NoImagesProps {
  search: SearchState
  /** Pages that show images; this one is after them. */
  pages: number
  error: ApiError | null
}

/** An empty or a failed search (requirements: #grid-states). */
export function NoImages({ search, pages, error }: NoImagesProps) {
  return (
    <>
      <CheckerboardPanel>
        <p className="heading">{messages.none}</p>
        <p className="mt-2 max-w-[44ch] text-soft">
          {error?.message ?? (pages ? messages.pages(pages) : messages.noneHint)}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {error && isRetryable(error) ? (
            <a className="button main" href={searchHref(search)}>
              {shared.tryAgain}
            </a>
          ) : (
            <NearLinks search={search} pages={pages} />
          )}
        </div>
      </CheckerboardPanel>
      <GridOfTheDay />
    </>
  )
}

/** Something to look at after all; the browser alone asks for it. */
function GridOfTheDay() {
  const { send } = useAppContext()
  const { data } = useQuery(highlightsQuery(send))
  if (!data?.images.length) return null
  return (
    <section aria-labelledby="of-the-day" className="mt-12">
      <h2 id="of-the-day" className="heading mb-4">
        {messages.ofTheDay}
      </h2>
      <ImageGrid images={data.images} />
    </section>
  )
}

/** Where nothing is near, three categories. */
function NearLinks({ search, pages }: Omit<NoImagesProps, 'error'>) {
  const near = nearSearches(search, pages)
  return (
    <>
      {(near.length ? near : suggested).map(({ label, search }) => (
        <a key={label} className="button" href={searchHref(search)}>
          {label}
        </a>
      ))}
      <a className="button main" href={sitePages.home.href()}>
        {messages.all}
      </a>
    </>
  )
}

const suggested: NearSearch[] = ['Animals', 'Food', 'Transport'].map((name) => ({
  label: name,
  search: { category: name },
}))
