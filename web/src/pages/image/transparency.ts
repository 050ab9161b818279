import { words } from './words.ts'

/**
 * What was measured at upload, in words: the share of wholly clear pixels, and whether there are half-clear ones between.
 * Null where there is neither. Shares are 0 to 1.
 */
export function transparency({ clear_share, soft_share }: { clear_share: number; soft_share: number }): string | null {
  if (clear_share === 0 && soft_share === 0) return null
  return words.verified(percent(clear_share), soft_share > 0 ? words.softEdges : words.hardEdges)
}

/** Never 0 % where there is something, never 100 % where something is missing. */
function percent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share < 1 && share > 0.99) return '> 99 %'
  return `${Math.round(share * 100)} %`
}
