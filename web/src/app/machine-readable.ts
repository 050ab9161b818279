import type { QueryClient } from '@tanstack/react-query'
import { displayName } from '@vitrine/contract/display-name'
import { type PageName, pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { PublicContributor } from '@vitrine/contract/schemas/user'
import type { Site } from '@vitrine/contract/site'
import { licenceUrl } from '@vitrine/contract/vocabulary/licences'
import type { Params } from 'react-router'
import { absolutePreviewUrl } from '#image-card/image-src.ts'
import { cachedContribution } from '#pages/contributor-page/contributor-page.tsx'

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

/** schema.org data: the page of a person, with the number of their images. */
function contributorStructuredData(contributor: PublicContributor, count: number, site: Site): object[] {
  const url = site.url + pages.contributor.href({ username: contributor.username })
  return [
    {
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
    },
  ]
}

function siteStructuredData(site: Site): object[] {
  const home = site.url + pages.home.href()
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.name,
      url: home,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${home}?title={title}` },
        'query-input': 'required name=title',
      },
    },
  ]
}

/** schema.org data: the image with the licence fields that Google shows as a badge, and its breadcrumbs. */
function imageStructuredData(image: PublicImage, site: Site): object[] {
  const page = site.url + pages.image.href({ slug: image.slug })
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
