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
  const [address] = useSearchParams()
  const search = parseSearch(address)
  return (
    <PublicLayout>
      <PageHead title={titleOf(search)} description={messages.description} path={canonicalPath(search)} />
      <Hero search={search} />
      <Results search={search} />
      <TrendingTags search={search} />
    </PublicLayout>
  )
}

/** Filters and orders show the same images again. What a visitor typed makes a page of no end of pages: not for an index. */
function canonicalPath({ title, category, keyword, page }: SearchState): string | undefined {
  return title ? undefined : searchHref({ category, keyword, page })
}

function titleOf({ title, keyword, category, page }: SearchState): string {
  const said = [title, keyword, category].filter(Boolean).join(', ')
  const what = said ? messages.titleOf(said) : messages.title
  return page > 1 ? messages.titleOfPage(what, page) : what
}
