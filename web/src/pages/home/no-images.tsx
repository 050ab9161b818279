import { useQuery } from '@tanstack/react-query'
import { pages as sitePages } from '@vitrine/contract/pages'
import { filterNames } from '@vitrine/contract/vocabulary/filters'
import type { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { isRetryable } from '#api/query-client.ts'
import { highlightsQuery } from '#image-card/highlights-query.ts'
import { TitledGrid } from '#image-card/image-grid.tsx'
import { emptySearch, type SearchState, searchHref } from '#search/image-search.ts'
import { messages as searchMessages } from '#search/messages.ts'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages } from './messages.ts'

interface NoImagesProps {
  search: SearchState
  /** Pages that show images; this one is after them. */
  pages: number
  /** Searches that find something. */
  near: string[] | undefined
  error: ApiError | null
}

/** An empty or a failed search (requirements: #grid-states). */
export function NoImages({ search, pages, near, error }: NoImagesProps) {
  const { send } = useAppContext()
  const { data: ofTheDay } = useQuery(highlightsQuery(send))
  return (
    <>
      <CheckerboardPanel>
        <p className="heading">No images found.</p>
        <p className="mt-2 max-w-[44ch] text-soft">
          {error?.message ?? (pages ? messages.pages(pages) : 'Try another word, or one of these instead.')}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {error && isRetryable(error) ? (
            <a className="button main" href={searchHref(search)}>
              {shared.tryAgain}
            </a>
          ) : (
            <NearLinks search={search} pages={pages} words={near} />
          )}
        </div>
      </CheckerboardPanel>
      <TitledGrid id="of-the-day" title="Pictures of the day" className="mt-12" images={ofTheDay?.images} />
    </>
  )
}

/** Where nothing is near, three categories. */
function NearLinks({ search, pages, words }: { search: SearchState; pages: number; words: string[] | undefined }) {
  const near = nearSearches(search, pages, words)
  return (
    <>
      {(near.length ? near : suggested).map(({ label, search }) => (
        <a key={label} className="button" href={searchHref(search)}>
          {label}
        </a>
      ))}
      <a className="button main" href={sitePages.home.href()}>
        See all images
      </a>
    </>
  )
}

const suggested = ['Animals', 'Food', 'Transport'].map((name) => ({
  label: name,
  search: { category: name },
}))

/** Searches that may show something, with the texts of their links (requirements: #near-searches). */
export function nearSearches(search: SearchState, pages: number, found: string[] = []) {
  const near = (label: string, change: Partial<SearchState>) => ({ label, search: { ...search, page: 1, ...change } })
  if (pages === 1) return [near(messages.firstPage, {})]
  if (pages > 1) return [near(messages.firstPage, {}), near('Last page', { page: pages })]
  const { title, exact } = search
  const plain = title.replace(/(^|\s)[-\u2010\u2011\u2212\u2013]\S+|["“”„]/g, '').trim()
  const words = plain && plain !== title ? [...found, plain] : found
  const chosen = filterNames.filter((name) => search[name])
  return [
    ...(exact && title ? [near(searchMessages.inexact, { exact: false })] : []),
    ...[...new Set(words)].map((title) => near(`“${title}”`, { title })),
    ...chosen.map((name) => near(messages.any(name), { [name]: emptySearch[name] })),
    ...(chosen.length > 1 ? [near('No filters', { ...emptySearch, title, exact })] : []),
  ]
}
