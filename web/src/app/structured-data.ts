import type { QueryClient } from '@tanstack/react-query'
import type { PageName } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import type { Params } from 'react-router'
import { cachedContribution } from '#pages/contributor-page/contributor-query.ts'
import { contributorStructuredData } from '#pages/contributor-page/contributor-structured-data.ts'
import { siteStructuredData } from '#pages/home/site-structured-data.ts'
import { imageStructuredData } from '#pages/image-detail/image-structured-data.ts'

type StructuredDataBuilder = (context: { cache: QueryClient; params: Params; site: Site }) => object[]

/** JSON-LD of the pages, for search engines. Used on the server alone. */
export const structuredData: Partial<Record<string, StructuredDataBuilder>> = {
  home: ({ site }) => siteStructuredData(site),
  image: ({ cache, params, site }) => {
    const data = cache.getQueryData<{ image: PublicImage }>(['image', params.slug])
    return data ? imageStructuredData(data.image, site) : []
  },
  contributor: ({ cache, params, site }) => {
    const data = cachedContribution(cache, params.username!)
    return data ? contributorStructuredData(data.contributor, data.count, site) : []
  },
} satisfies Partial<Record<PageName, StructuredDataBuilder>>
