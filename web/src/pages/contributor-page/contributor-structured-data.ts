import { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import type { PublicContributor } from '@vitrine/contract/schemas/user'
import type { Site } from '@vitrine/contract/site'

/** schema.org data: the page of a person, with the number of their images. */
export function contributorStructuredData(contributor: PublicContributor, count: number, site: Site): object[] {
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
