import type { QueryClient } from '@tanstack/react-query'
import type { PageName } from '@vitrine/contract/pages'
import type { Image } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import type { Params } from 'react-router'
import { siteStructuredData } from '#pages/home/site-structured-data.ts'
import { imageStructuredData } from '#pages/image-detail/image-structured-data.ts'

type StructuredDataBuilder = (by: { cache: QueryClient; params: Params; site: Site }) => object[]

/** What pages are about, as JSON-LD for search engines. The server's alone: a browser has no use for it. */
export const structuredData: Partial<Record<string, StructuredDataBuilder>> = {
  home: ({ site }) => siteStructuredData(site),
  image: ({ cache, params, site }) => {
    const known = cache.getQueryData<{ image: Image }>(['image', params.slug])
    return known ? imageStructuredData(known.image, site) : []
  },
} satisfies Partial<Record<PageName, StructuredDataBuilder>>
