import { useSearchParams } from 'react-router'
import { parseSearch, type SearchState, searchHref } from '#search/search-state.ts'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { Hero } from './hero.tsx'
import { messages } from './messages.ts'
import { Results } from './results.tsx'
import { TrendingTags } from './trending-tags.tsx'

/** Search and the grid of approved images (requirements: #home). */
export function HomePage() {
  const [params] = useSearchParams()
  const search = parseSearch(params)
  return (
    <PublicLayout>
      <PageHead title={titleOf(search)} description={messages.description} path={canonicalPath(search)} />
      <Hero search={search} />
      <Results search={search} />
      <TrendingTags search={search} />
    </PublicLayout>
  )
}

/** Filtered and sorted pages repeat the same images, and typed searches are endless: neither is worth indexing. */
function canonicalPath({ title, category, keyword, page }: SearchState): string | undefined {
  return title ? undefined : searchHref({ category, keyword, page })
}

function titleOf({ title, keyword, category, page }: SearchState): string {
  const terms = [title, keyword, category].filter(Boolean).join(', ')
  const pageTitle = terms ? messages.titleOf(terms) : messages.title
  return page > 1 ? messages.titleOfPage(pageTitle, page) : pageTitle
}
