import { useSearchParams } from 'react-router'
import { PageHead } from '../../parts/page-head.tsx'
import { PublicPage } from '../../parts/public-page.tsx'
import { readSearch, type Search, searchHref } from '../../parts/search.ts'
import { Hero } from './hero.tsx'
import { Results } from './results.tsx'
import { words } from './words.ts'

/** Search and the grid of approved images. Spec section 2. */
export function HomePage() {
  const [address] = useSearchParams()
  const search = readSearch(address)
  return (
    <PublicPage>
      <PageHead title={titleOf(search)} description={words.description} path={searchHref(search)} />
      <Hero search={search} />
      <Results search={search} />
    </PublicPage>
  )
}

function titleOf({ title, keyword, category }: Search): string {
  const said = [title, keyword, category].filter(Boolean).join(', ')
  return said ? words.titleOf(said) : words.title
}
