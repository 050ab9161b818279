import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useLayoutEffect, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { isRetryable, isTakenDown } from '#api/query-client.ts'
import { pageParam, queryString } from '#api/query-string.ts'
import { cachedCard } from '#image-card/cached-card.ts'
import { TitledGrid } from '#image-card/image-grid.tsx'
import { formatDimensions, linkPicture } from '#image-card/image-src.ts'
import { emptySearch, type SearchState } from '#search/image-search.ts'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { Pager } from '#ui/pager.tsx'
import { Facts } from './facts.tsx'
import { imageQuery, type PartialImage } from './image-query.ts'
import { messages } from './messages.ts'
import { Stage } from './stage.tsx'

/** One image, its facts and related images (requirements: #image-page). */
export function ImageDetailPage() {
  const { slug } = useParams()
  const page = pageParam(useSearchParams()[0])
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { data, error } = useQuery({
    ...imageQuery(send, slug!, page),
    // Until the next page of related images is there, their heading is what its link leads to.
    placeholderData: (before) => (before?.image.slug === slug ? before : undefined),
  })
  const image: PartialImage | undefined = data?.image ?? cachedCard(cache, slug!)
  return (
    <PublicLayout search={useSearchBefore()}>
      {error ? <LoadError error={error as ApiError} /> : <ImageArticle image={image} />}
      <TitledGrid id="related" title={messages.related} className="page-width whole-rows mt-14" images={data?.images} />
      <Pager page={page} pages={pagesUntil(page, data?.images)} href={pageHref} />
    </PublicLayout>
  )
}

const pageHref = (page: number) => `${queryString({ page })}#related`

/** Pages of related images as far as one knows: a full one may be followed by another. */
const pagesUntil = (page: number, images: Card[] = []) =>
  images.length === limits.relatedImages ? Math.min(page + 1, limits.relatedPages) : page

/** The words whose results led here, which the server does not know; they stay in the field. */
function useSearchBefore(): SearchState | undefined {
  const from: string | undefined = useLocation().state?.from
  const [search, setSearch] = useState<SearchState>()
  useLayoutEffect(() => {
    const title = new URLSearchParams(from?.split('?')[1]).get('title')
    setSearch(title ? { ...emptySearch, title } : undefined)
  }, [from])
  return search
}

function ImageArticle({ image }: { image: PartialImage | undefined }) {
  const { site } = useAppContext()
  return (
    <article className="page-width mt-2 grid gap-x-12 gap-y-7 sm:mt-4 lg:grid-cols-[1.3fr_1fr]">
      {image ? (
        <PageHead
          title={image.title}
          description={
            image.description ||
            messages.description(image.title, formatDimensions(image), image.is_verified, image.licence_text)
          }
          path={pages.image.href({ slug: image.slug })}
          picture={linkPicture(site, image)}
        />
      ) : (
        <PageHead title={messages.loading} />
      )}
      <Stage image={image} />
      <Facts image={image} />
    </article>
  )
}

function LoadError({ error }: { error: ApiError }) {
  const { pathname } = useLocation()
  const heading = isTakenDown(error) ? 'This image was taken down.' : 'Error loading image data.'
  return (
    <div className="page-width mt-4">
      <PageHead title={heading} />
      <CheckerboardPanel>
        <h1 className="heading">{heading}</h1>
        <p className="mt-2 text-soft">{hintOf(error)}</p>
        <p className="mt-6">
          <a className="button main" href={isRetryable(error) ? pathname : pages.home.href()}>
            {isRetryable(error) ? shared.tryAgain : 'See all images'}
          </a>
        </p>
      </CheckerboardPanel>
    </div>
  )
}

function hintOf(error: ApiError): string {
  if (isTakenDown(error)) return messages.takenDownHint
  return isRetryable(error) ? error.message : 'It may have been removed, or the address has a slip in it.'
}
