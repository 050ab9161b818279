import type { TransparencyKind } from '@vitrine/contract/vocabulary/filters'

/** Stored in `published.transparency` and in term names; never renumbered. */
export const transparencyNumbers = { cutout: 1, soft: 2, none: 3 } satisfies Record<TransparencyKind, number>
