import type { Orientation } from '@vitrine/contract/vocabulary/filters'

/** Stored in `published.orientation` and in term names; never renumbered. */
export const orientationNumbers = { landscape: 1, portrait: 2, square: 3 } satisfies Record<Orientation, number>

/** Sides that differ by up to 5 % count as square, because the difference is hardly visible. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (20 * longer <= 21 * shorter) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
