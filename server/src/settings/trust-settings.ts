import { integerBetween, oneOf } from '../setting-parsers.ts'

/** What the level of a contributor brings (requirements: #trust). */
export const trustSettings = {
  QUOTA_PENDING_NEW: {
    fallback: '200',
    description: 'The same of a new contributor, where that is fewer. 0: as many as of others.',
    parse: integerBetween(0, 1_000_000_000),
  },
  TRUSTED_UPLOADS: {
    fallback: 'wait',
    description: 'Whether what trusted contributors upload is public at once: `live`, or `wait` for review.',
    parse: oneOf('wait', 'live'),
  },
}
