import { pages } from '../pages.ts'

interface LicenceFacts {
  name: string
  sentence: string
  url: string
  /** Whether who uses the picture, or passes it on, must name its maker. */
  needsCredit: boolean
}

/** Ids are stored and must not change; `sentence` is all that a visitor has to know; `library` has the site's terms. */
export const licences = {
  library: {
    name: 'Free licence',
    sentence: 'Free for commercial use, no credit needed',
    url: pages.terms.href(),
    needsCredit: false,
  },
  cc0: {
    name: 'CC0 1.0',
    sentence: 'CC0 1.0: public domain, no credit needed',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    needsCredit: false,
  },
  'cc-by-4.0': {
    name: 'CC BY 4.0',
    sentence: 'CC BY 4.0: free for commercial use, with credit',
    url: 'https://creativecommons.org/licenses/by/4.0/',
    needsCredit: true,
  },
  'apache-2.0': {
    name: 'Apache License 2.0',
    sentence: 'Apache-2.0: free for commercial use, copies name the maker',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    needsCredit: true,
  },
  mit: {
    name: 'MIT License',
    sentence: 'MIT: free for commercial use, copies name the maker',
    url: 'https://opensource.org/license/mit',
    needsCredit: true,
  },
} as const satisfies Record<string, LicenceFacts>

export type Licence = keyof typeof licences
export const licenceIds = Object.keys(licences) as [Licence, ...Licence[]]

/** The licence with this id or name, in any case. */
export function findLicence(text: string): Licence | undefined {
  const sought = text.trim().toLowerCase()
  return licenceIds.find((id) => id === sought || licences[id].name.toLowerCase() === sought)
}

/** What an upload has that states none: the library's own, or the first that is offered where that is not. */
export const defaultLicence = (offered: readonly Licence[]): Licence =>
  offered.includes('library') ? 'library' : offered[0]!

/** The address of a licence's text from outside of the site, whose address has no slash at its end. */
export function licenceUrl(licence: Licence, siteUrl: string): string {
  const { url } = licences[licence]
  return url.startsWith('/') ? siteUrl + url : url
}
