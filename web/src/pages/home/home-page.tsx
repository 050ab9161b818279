import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useSearchParams } from 'react-router'
import type { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { ImageGrid, PlaceholderGrid } from '#image-card/image-grid.tsx'
import { approvedImagesQuery, parseSearch, type SearchState, searchHref } from '#search/image-search.ts'
import { Replacements } from '#search/replacements.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { Pager } from '#ui/pager.tsx'
import { Filters } from './filters.tsx'
import { Hero } from './hero.tsx'
import { messages } from './messages.ts'
import { NoImages } from './no-images.tsx'
import { TrendingTags } from './trending-tags.tsx'

/** Search and the grid of approved images (requirements: #home). */
export function HomePage() {
  const [params] = useSearchParams()
  const search = parseSearch(params)
  return (
    <PublicLayout>
      <PageHead title={pageTitle(search)} description={messages.description} path={canonicalPath(search)} />
      <Hero search={search} />
      <Results search={search} />
      <TrendingTags search={search} />
    </PublicLayout>
  )
}

/**
 * Filters and orders show the same images again, so they are not part of the canonical path. Searches by text are
 * unlimited in number and are not for search engines.
 */
function canonicalPath({ title, category, keyword, page }: SearchState): string | undefined {
  return title ? undefined : searchHref({ category, keyword, page })
}

function pageTitle({ title, keyword, category, page }: SearchState): string {
  const words = [title, keyword, category].filter(Boolean).join(', ')
  const heading = words ? messages.titleOf(words) : messages.title
  return page > 1 ? messages.titleOfPage(heading, page) : heading
}

/** Page links lead to the heading of the results, not to the top of the page. */
const resultsId = 'results'

function Results({ search }: { search: SearchState }) {
  const { send } = useAppContext()
  const { data, error, isPlaceholderData, isPending } = useQuery(approvedImagesQuery(send, search))
  const images = data?.images ?? []
  return (
    <section aria-labelledby={resultsId} className="page-width mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={resultsId} tabIndex={-1} className="heading scroll-mt-4">
          {messages.results}
        </h2>
        <p role="status" className="w-full text-sm sm:ml-auto sm:w-auto text-soft tabular-nums">
          {isPending || isPlaceholderData ? messages.loading : data && messages.count(data.count)}
        </p>
      </div>
      <Filters search={search} />
      {/* It is there from the start, so that screen readers notice when its content changes. */}
      <div role="status">
        {data && (
          <Replacements
            title={search.title}
            exact={search.exact}
            meant={data.meant}
            href={searchHref({ ...search, exact: !search.exact, page: 1 })}
          />
        )}
      </div>
      {isPending && <PlaceholderGrid tiles={12} />}
      {images.length > 0 && (
        <div className={isPlaceholderData ? 'opacity-50' : undefined} aria-busy={isPlaceholderData}>
          <ImageGrid images={images} first={4} />
        </div>
      )}
      {!isPending && images.length === 0 && (
        <NoImages search={search} count={data?.count ?? 0} error={error as ApiError | null} />
      )}
      {data && (
        <Pager
          page={search.page}
          pages={Math.ceil(data.count / limits.imagesPerPage)}
          href={(page) => `${searchHref({ ...search, page })}#${resultsId}`}
        />
      )}
    </section>
  )
}
