import type { Orientation, TransparencyKind } from '@vitrine/contract/vocabulary/filters'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'

/** Stored in `published.orientation` and in term names; never renumbered. */
export const orientationNumbers = { landscape: 1, portrait: 2, square: 3 } satisfies Record<Orientation, number>

/** Sides that differ by up to 5 % count as square, because the difference is hardly visible. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (20 * longer <= 21 * shorter) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/** Stored in `published.ai` and in term names; never renumbered. Images with 0 are in no posting list of these. */
export const aiNumbers = { unknown: 0, yes: 1, partly: 2, no: 3 } satisfies Record<AiStatement, number>

/** Of images that are said to be made with AI, wholly or in part. */
export const withAi = [aiNumbers.yes, aiNumbers.partly]

/** Stored in `published.licence` and in term names; never renumbered. */
export const licenceNumbers = {
  library: 1,
  cc0: 2,
  'cc-by-4.0': 3,
  'apache-2.0': 4,
  mit: 5,
} satisfies Record<Licence, number>

/** Stored in `published.transparency` and in term names; never renumbered. */
export const transparencyNumbers = { cutout: 1, soft: 2, none: 3 } satisfies Record<TransparencyKind, number>
