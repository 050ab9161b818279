import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { contributors } from '@vitrine/contract/calls/accounts/profile'
import { displayName } from '@vitrine/contract/display-name'
import type { Reply } from '@vitrine/contract/endpoint'
import { contributorFeed } from '@vitrine/contract/feeds'
import { pages } from '@vitrine/contract/pages'
import type { PublicContributor } from '@vitrine/contract/schemas/user'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { type ApiError, publicEndpoint, type Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { callQuery, isRetryable } from '#api/query-client.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { ImageGrid, PlaceholderGrid } from '#image-card/image-grid.tsx'
import { linkPicture } from '#image-card/image-src.ts'
import { NotFoundPage } from '#pages/not-found/not-found-page.tsx'
import { imageCount } from '#search/messages.ts'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { Pager } from '#ui/pager.tsx'

/** Texts of a contributor's page (requirements: #contributor-page). */
const messages = {
  title: (name: string, page: number) => `${name}: free PNG images${page > 1 ? `, page ${page}` : ''}`,
  description: (name: string, count: number) =>
    `${imageCount(count)} by ${name}: free PNG files, one click each, exactly as they were uploaded.`,
  loading: 'Loading...',
  failed: 'Failed to load images.',
  pastEnd: (pages: number) => (pages === 1 ? 'There is one page.' : `There are ${pages} pages.`),
}

const imagesBy = publicEndpoint<typeof contributors.images>('GET', '/images/by/:username/')

/** A contributor and one page of their images; the previous page stays visible while the next one loads. */
export const contributorQuery = (send: Transport, username: string, page: number) => ({
  ...callQuery(send, ['contributor', username, page], imagesBy, { params: { username }, query: { page } }),
  placeholderData: keepPreviousData,
})

/** A page of a contributor that is in the query cache. */
export const cachedContribution = (cache: QueryClient, username: string) =>
  cache.getQueriesData<Reply<typeof contributors.images>>({ queryKey: ['contributor', username] })[0]?.[1]

/** A contributor and their approved images (requirements: #contributor-page). */
export function ContributorPage() {
  const { username } = useParams()
  const [params] = useSearchParams()
  const page = pageParam(params)
  const { send } = useAppContext()
  const { data, error, isPlaceholderData } = useQuery(contributorQuery(send, username!, page))
  if (error && !isRetryable(error)) return <NotFoundPage />
  return (
    <PublicLayout>
      {data ? (
        <Contributor {...data} page={page} isStale={isPlaceholderData} />
      ) : (
        <Waiting error={error as ApiError | null} />
      )}
    </PublicLayout>
  )
}

type ContributorProps = Reply<typeof contributors.images> & { page: number; isStale: boolean }

function Contributor({ contributor, count, images, page, isStale }: ContributorProps) {
  const { site } = useAppContext()
  const name = displayName(contributor)
  const lastPage = Math.ceil(count / limits.imagesPerPage)
  const pageHref = (page: number) =>
    pages.contributor.href({ username: contributor.username }) + (page > 1 ? queryString({ page }) : '')
  // Search engines get pages with images alone.
  const head = images[0] && {
    description: messages.description(name, count),
    path: pageHref(page),
    picture: linkPicture(site, images[0]),
  }
  return (
    <div className="page-width mt-6 sm:mt-10">
      <PageHead title={messages.title(name, page)} {...head} />
      <header className="mb-7 flex items-center gap-4 sm:mb-9 sm:gap-6">
        <Portrait contributor={contributor} />
        <div className="min-w-0">
          <h1
            id={listHeadingId}
            tabIndex={-1}
            dir="auto"
            className="display scroll-mt-24 wrap-anywhere text-[clamp(1.75rem,4vw,3rem)]! leading-[1.05]!"
          >
            {name}
          </h1>
          <p className="mt-2 flex flex-wrap gap-x-4 text-soft tabular-nums">
            <span role="status">{isStale ? messages.loading : imageCount(count)}</span>
            <a className="link -my-3 py-3" href={contributorFeed(contributor).path} type="application/atom+xml">
              Atom feed
            </a>
          </p>
        </div>
      </header>
      {images.length ? (
        <>
          <div className={isStale ? 'opacity-50' : undefined} aria-busy={isStale}>
            <ImageGrid images={images} first={4} />
          </div>
          <Pager page={page} pages={lastPage} href={(page) => `${pageHref(page)}#${listHeadingId}`} />
        </>
      ) : (
        <NoImages lastPage={lastPage} firstPage={pageHref(1)} />
      )}
    </div>
  )
}

const portrait = 'size-[clamp(64px,8vw,96px)] shrink-0 rounded-full'

function Portrait({ contributor }: { contributor: PublicContributor }) {
  const { image } = contributor
  const [initial] = displayName(contributor)
  if (image)
    return <img src={image} alt="" width={96} height={96} className={`${portrait} checkerboard object-cover`} />
  return (
    <span
      aria-hidden="true"
      className={`${portrait} heading grid place-items-center bg-line text-[clamp(1.625rem,3vw,2.25rem)]!`}
    >
      {initial!.toUpperCase()}
    </span>
  )
}

/** No images at all, or none on this page. */
function NoImages({ lastPage, firstPage }: { lastPage: number; firstPage: string }) {
  const [hint, label, href] = lastPage
    ? [messages.pastEnd(lastPage), 'First page', firstPage]
    : ['Nothing of theirs is in the library yet.', 'See all images', pages.home.href()]
  return (
    <CheckerboardPanel>
      <p className="heading">No images found.</p>
      <p className="mt-2 max-w-[44ch] text-soft">{hint}</p>
      <a className="button main mt-6" href={href}>
        {label}
      </a>
    </CheckerboardPanel>
  )
}

function Waiting({ error }: { error: ApiError | null }) {
  const { pathname, search } = useLocation()
  return (
    <div className="page-width mt-6 sm:mt-10">
      <PageHead title={error ? messages.failed : messages.loading} />
      {error ? (
        <CheckerboardPanel>
          <h1 className="heading">{messages.failed}</h1>
          <p className="mt-2 text-soft">{error.message}</p>
          <a className="button main mt-6" href={pathname + search}>
            {shared.tryAgain}
          </a>
        </CheckerboardPanel>
      ) : (
        <>
          <h1 className="sr-only">{messages.loading}</h1>
          <PlaceholderGrid tiles={12} />
        </>
      )}
    </div>
  )
}
