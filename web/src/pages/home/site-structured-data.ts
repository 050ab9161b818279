import { pages } from '@vitrine/contract/pages'
import type { Site } from '@vitrine/contract/site'

/** schema.org data: the site and its search. */
export function siteStructuredData(site: Site): object[] {
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
