import type { QueryClient } from '@tanstack/react-query'
import { categoryFeed, contributorFeed, type FeedLink, newestFeed } from '@vitrine/contract/feeds'
import type { PageName } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { Params } from 'react-router'
import { cachedContribution } from '#pages/contributor-page/contributor-query.ts'
import { parseSearch } from '#search/image-search.ts'

type FeedOfPage = (context: { cache: QueryClient; params: Params; search: URLSearchParams }) => FeedLink | undefined

/** The feed that a page names in its head (requirements: #feeds). Used on the server alone. */
export const feedLinks: Partial<Record<string, FeedOfPage>> = {
  /** A category has a feed of its own; words and other filters have none. */
  home({ search }) {
    const { title, keyword, category } = parseSearch(search)
    const chosen = title || keyword ? undefined : categories.find(({ name }) => name === category)
    return chosen ? categoryFeed(chosen) : newestFeed
  },
  contributor({ cache, params }) {
    const found = cachedContribution(cache, params.username!)
    return found && contributorFeed(found.contributor)
  },
} satisfies Partial<Record<PageName, FeedOfPage>>
