import { pages } from '../pages.ts'

/**
 * The licences that an image may have. Ids are stored, so they must not change; `sentence` says all that a visitor has
 * to know. `library` is the library's own, whose text is the site's terms.
 */
export const licences = {
  library: {
    name: 'Free licence',
    sentence: 'Free for commercial use, no credit needed',
    url: pages.terms.href(),
  },
  'apache-2.0': {
    name: 'Apache License 2.0',
    sentence: 'Apache-2.0: free for commercial use',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
  },
  cc0: {
    name: 'CC0 1.0',
    sentence: 'CC0 1.0: public domain, no credit needed',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  'cc-by-4.0': {
    name: 'CC BY 4.0',
    sentence: 'CC BY 4.0: free for commercial use, with credit',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
} as const satisfies Record<string, { name: string; sentence: string; url: string }>

export type Licence = keyof typeof licences
export const licenceIds = Object.keys(licences) as [Licence, ...Licence[]]

/** The address of a licence's text from outside of the site, whose address has no slash at its end. */
export function licenceUrl(licence: Licence, siteUrl: string): string {
  const { url } = licences[licence]
  return url.startsWith('/') ? siteUrl + url : url
}

/**
 * What each upload states. The version is stored with the image: raise it with every change of the meaning, and keep
 * the earlier texts in decision 0055.
 */
export const rightsStatement = {
  version: 1,
  text: `I made these pictures or may give them away. Anyone may use them: ${licences.library.sentence}.`,
} as const
