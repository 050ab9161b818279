import { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { licenceUrl } from '@vitrine/contract/vocabulary/licences'
import { absoluteVariantUrl } from '#image-card/image-src.ts'

/** schema.org data: the image with the licence fields that Google shows as a badge, and its breadcrumbs. */
export function imageStructuredData(image: PublicImage, site: Site): object[] {
  const page = site.url + pages.image.href({ slug: image.slug })
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ImageObject',
      contentUrl: site.url + image.main_url,
      thumbnailUrl: absoluteVariantUrl(site, image, 640),
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
