import { useQuery } from '@tanstack/react-query'
import { pages as sitePages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { isRetryable } from '#api/query-client.ts'
import { type Highlights, highlightsQuery } from '#image-card/highlights-query.ts'
import { ImageGrid, PlaceholderGrid, TitledGrid } from '#image-card/image-grid.tsx'
import { previewUrl } from '#image-card/image-src.ts'
import { imageQuery } from '#pages/image-detail/image-query.ts'
import {
  approvedImagesQuery,
  areFew,
  hasHero,
  hasHighlights,
  isSearching,
  parseSearch,
  type SearchState,
  searchHref,
} from '#search/image-search.ts'
import { Replacements } from '#search/replacements.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { Pager } from '#ui/pager.tsx'
import { CategoryTabs } from './category-tabs.tsx'
import { ActiveFilters, Filters, SortMenu } from './filters.tsx'
import { messages } from './messages.ts'
import { NoImages } from './no-images.tsx'
import { TrendingTags } from './trending-tags.tsx'

/** The grid of approved images below the hero, or the results of a search (requirements: #home, #results-state). */
export function HomePage() {
  const [params] = useSearchParams()
  const search = parseSearch(params)
  const { send, site } = useAppContext()
  const answer = useAnswer(search)
  const foundNothing = isSearching(search) && answer.data?.count === 0
  const isHero = hasHero(search)
  const isShown = hasHighlights(search)
  const ofTheDay = useQuery({ ...highlightsQuery(send, search.category), enabled: isShown })
  const highlights = isShown ? ofTheDay.data : undefined
  const cover = highlights?.cover && { ...highlights.cover, url: site.url + highlights.cover.url, alt: messages.cover }
  return (
    <PublicLayout
      search={search}
      skipsTo={answer.data?.images.length ? imagesId : undefined}
      isLive
      startsOver={foundNothing}
      hero={isHero && <Hero images={highlights?.images} />}
    >
      <PageHead
        title={pageTitle(search)}
        description={highlights?.description ?? messages.description}
        path={answer.data?.images.length === 0 ? undefined : canonicalPath(search)}
        picture={cover}
      />
      <CategoryTabs search={search} foundNothing={foundNothing} />
      <Results search={search} isHero={isHero} foundNothing={foundNothing} answer={answer} highlights={highlights} />
      <TrendingTags search={search} />
    </PublicLayout>
  )
}

/** What a search finds; without a connection it fails, until there is one. */
function useAnswer(search: SearchState) {
  const { send } = useAppContext()
  const { data, error, isPending, isPlaceholderData, fetchStatus } = useQuery(approvedImagesQuery(send, search))
  if (fetchStatus === 'paused' && (isPending || isPlaceholderData))
    return {
      data: undefined,
      error: new ApiError({ status: 0, json: null }),
      isPending: false,
      isPlaceholderData: false,
    }
  return { data, error: error as ApiError | null, isPending, isPlaceholderData }
}

type Answer = ReturnType<typeof useAnswer>

/** The path leaves out filters and orders, which show the same images, and searches by text, which are unlimited. */
function canonicalPath({ title, category, keyword, page }: SearchState): string | undefined {
  return title ? undefined : searchHref({ category, keyword, page })
}

function pageTitle({ title, keyword, category, page }: SearchState): string {
  const words = [title.trim(), keyword && `${keyword} (tag)`, category].filter(Boolean).join(', ')
  const heading = words ? `${words}: free transparent PNG images` : 'Free transparent PNG images'
  return page > 1 ? `${heading}, page ${page}` : heading
}

/** Page links lead to the heading of the results, not to the top of the page. */
const resultsId = 'results'

/** "Skip to images" leads to the grid. */
const imagesId = 'images'

interface ResultsProps {
  search: SearchState
  isHero: boolean
  foundNothing: boolean
  answer: Answer
  highlights: Highlights | undefined
}

function Results({ search, isHero, foundNothing, answer, highlights }: ResultsProps) {
  const { data, error, isPlaceholderData, isPending } = answer
  const images = data?.images ?? []
  const pages = Math.ceil((data?.count ?? 0) / limits.imagesPerPage)
  return (
    <section aria-labelledby={resultsId} className="page-width">
      {/* It is there from the start, so that screen readers notice when its content changes. */}
      <div role="status">
        {data && (
          <Replacements
            title={search.title}
            exact={search.exact}
            meant={data.meant}
            partly={data.partly}
            href={searchHref({ ...search, exact: !search.exact, page: 1 })}
          />
        )}
      </div>
      <Toolbar search={search} isHero={isHero} foundNothing={foundNothing} answer={answer} highlights={highlights} />
      {isPending && <PlaceholderGrid tiles={12} />}
      {images.length > 0 && (
        <div
          id={imagesId}
          tabIndex={-1}
          className={isPlaceholderData ? 'opacity-50' : undefined}
          aria-busy={isPlaceholderData}
        >
          <ImageGrid images={images} first={4} />
        </div>
      )}
      {data && areFew(data) && <RelatedToFound images={images} />}
      {!isPending && images.length === 0 && <NoImages search={search} pages={pages} near={data?.near} error={error} />}
      {data && (
        <Pager page={search.page} pages={pages} href={(page) => `${searchHref({ ...search, page })}#${resultsId}`} />
      )}
    </section>
  )
}

/** The heading of the results, their number, filters and order. */
function Toolbar({ search, isHero, foundNothing, answer, highlights }: ResultsProps) {
  const { data, error, isPlaceholderData, isPending } = answer
  const count = isPending || isPlaceholderData ? undefined : data?.count
  const isUnreachable = error !== null && isRetryable(error)
  const Heading = isHero ? 'h2' : 'h1'
  return (
    <div className="toolbar">
      {!isHero && highlights && <CutOuts className="cover" images={highlights.images} />}
      <Heading id={resultsId} tabIndex={-1} className="heading">
        {isUnreachable ? 'The library does not answer' : resultsHeading(search, foundNothing)}
      </Heading>
      <p role="status" className="text-sm text-soft tabular-nums">
        {isPending || isPlaceholderData ? messages.loading : data && messages.count(data.count)}
      </p>
      {highlights?.description && <p className="category-text">{highlights.description}</p>}
      <div className="tools">
        <ActiveFilters search={search} />
        <Filters search={search} count={count} />
        <SortMenu search={search} />
      </div>
    </div>
  )
}

/** What a page of results was searched for, as it was typed: “red fox” in Animals. */
export function resultsHeading(search: SearchState, foundNothing = false): string {
  const { title, keyword, category, sort } = search
  if (foundNothing && (title || keyword)) return title ? `Nothing for “${title}”` : `Nothing tagged “${keyword}”`
  const what = [title && `“${title}”`, keyword && `tagged “${keyword}”`].filter(Boolean).join(', ')
  const place = capitalized(category)
  if (what) return capitalized(place ? `${what} in ${place}` : what)
  if (place) return place
  return sort && sort !== 'relevance' ? messages.headings[sort] : 'Trending images for designers'
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Heading and pictures of the library above the search field. */
function Hero({ images }: { images: Card[] | undefined }) {
  return (
    <>
      <CutOuts className="cut-outs" images={images} />
      <div className="hero">
        <h1 className="display">
          {messages.heading[0]} <br />
          {messages.heading[1]}
        </h1>
        <p>
          {messages.sublines.map((text) => (
            <Fragment key={text}>
              <span className="inline-block">{text}</span>{' '}
            </Fragment>
          ))}
        </p>
      </div>
    </>
  )
}

/**
 * Pictures of the library, laid out by the class. They are decoration for a screen reader and no tab stops, because the
 * grid has the same images; of low priority, because it is seen first, and not loaded where the screen has no place.
 */
function CutOuts({ images, className }: { images: Card[] | undefined; className: string }) {
  return (
    <div className={className} aria-hidden="true">
      {images?.map((image) => (
        <a key={image.id} href={sitePages.image.href({ slug: image.slug })} tabIndex={-1}>
          <img
            src={previewUrl(image, 320)}
            data-fit={image.visible_fit}
            width={image.width}
            height={image.height}
            alt=""
            loading="lazy"
            fetchPriority="low"
            decoding="async"
          />
        </a>
      ))}
    </div>
  )
}

/** What is related to the first of few results, which are not repeated. */
function RelatedToFound({ images }: { images: Card[] }) {
  const { send } = useAppContext()
  const { data } = useQuery(imageQuery(send, images[0]!.slug))
  const found = new Set(images.map(({ id }) => id))
  const related = data?.images.filter(({ id }) => !found.has(id))
  return <TitledGrid id="related" title="Related images" className="whole-rows mt-12" images={related} />
}
