import type { QueryClient } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { displayName } from '@vitrine/contract/display-name'
import { endpointPath } from '@vitrine/contract/endpoint'
import { categoryFeed, contributorFeed, type FeedLink, newestFeed } from '@vitrine/contract/feeds'
import { type PageName, pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { PublicContributor } from '@vitrine/contract/schemas/user'
import type { Site } from '@vitrine/contract/site'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { licenceUrl } from '@vitrine/contract/vocabulary/licences'
import type { Params } from 'react-router'
import { publicEndpoint } from '#api/api-client.ts'
import { absolutePreviewUrl } from '#image-card/image-src.ts'
import { cachedContribution } from '#pages/contributor-page/contributor-page.tsx'
import { parseSearch } from '#search/image-search.ts'

interface PageContext {
  cache: QueryClient
  params: Params
  search: URLSearchParams
  site: Site
}

/** JSON-LD, and the other form of the page: a feed, or what embeds it (requirements: #feeds, #oembed). */
export interface MachineReadable {
  jsonLd?: object[]
  alternate?: FeedLink
}

type Builder = (page: PageContext) => MachineReadable

/** What search engines, feed readers and programs that embed pages find in the head. Used on the server alone. */
export const machineReadable: Partial<Record<PageName, Builder>> = {
  /** A category has a feed of its own; words and other filters have none. */
  home({ search, site }) {
    const { title, keyword, category } = parseSearch(search)
    const chosen = title || keyword ? undefined : categories.find(({ name }) => name === category)
    return { jsonLd: [siteStructuredData(site)], alternate: chosen ? categoryFeed(chosen) : newestFeed }
  },
  image({ cache, params, site }) {
    const [[, data] = []] = cache.getQueriesData<{ image: PublicImage }>({ queryKey: ['image', params.slug] })
    const page = site.url + pages.image.href({ slug: params.slug! })
    const path = `${endpointPath(oembed)}?${new URLSearchParams({ url: page })}`
    return {
      jsonLd: data && imageStructuredData(data.image, page, site),
      alternate: { title: 'oEmbed', path, type: 'application/json+oembed' },
    }
  },
  contributor({ cache, params, site }) {
    const data = cachedContribution(cache, params.username!)
    if (!data) return {}
    return {
      jsonLd: [contributorStructuredData(data.contributor, data.count, site)],
      alternate: contributorFeed(data.contributor),
    }
  },
}

const oembed = publicEndpoint<typeof gallery.oembed>('GET', '/oembed/')

/** schema.org data: the page of a person, with the number of their images. */
function contributorStructuredData(contributor: PublicContributor, count: number, site: Site): object {
  const url = site.url + pages.contributor.href({ username: contributor.username })
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: displayName(contributor),
      alternateName: contributor.username,
      identifier: contributor.username,
      url,
      ...(contributor.image && { image: site.url + contributor.image }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: count,
      },
    },
  }
}

function siteStructuredData(site: Site): object {
  const home = site.url + pages.home.href()
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: home,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${home}?title={title}` },
      'query-input': 'required name=title',
    },
  }
}

/** schema.org data: the image with the licence fields that Google shows as a badge, and its breadcrumbs. */
function imageStructuredData(image: PublicImage, page: string, site: Site): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ImageObject',
      contentUrl: site.url + image.main_url,
      thumbnailUrl: absolutePreviewUrl(site, image, 640),
      url: page,
      license: licenceUrl(image.licence, site.url),
      acquireLicensePage: page,
      creditText: image.credit_line ? image.creator : site.name,
      creator: {
        '@type': 'Person',
        name: image.creator,
        ...(image.user.has_page &&
          image.creator === displayName(image.user) && { url: site.url + pages.contributor.href(image.user) }),
      },
      copyrightNotice: image.credit_line ? `${image.creator}. ${image.licence_text}` : image.licence_text,
      ...(image.digital_source_url && { digitalSourceType: image.digital_source_url }),
      name: image.title,
      ...(image.description && { description: image.description }),
      ...(image.keywords.length && { keywords: image.keywords.map(({ name }) => name).join(', ') }),
      width: { '@type': 'QuantitativeValue', value: image.width, unitCode: 'E37' }, // UN/CEFACT: pixel
      height: { '@type': 'QuantitativeValue', value: image.height, unitCode: 'E37' },
      contentSize: `${image.byte_size} B`,
      encodingFormat: image.mime_type,
      uploadDate: image.created_at,
      representativeOfPage: true,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: site.name, item: site.url + pages.home.href() },
        { '@type': 'ListItem', position: 2, name: image.title, item: page },
      ],
    },
  ]
}
