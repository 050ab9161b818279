import type { Licence } from '@vitrine/contract/vocabulary/licences'

/** Stored in `published.licence` and in term names; never renumbered. */
export const licenceNumbers = {
  library: 1,
  cc0: 2,
  'cc-by-4.0': 3,
  'apache-2.0': 4,
  mit: 5,
} satisfies Record<Licence, number>
