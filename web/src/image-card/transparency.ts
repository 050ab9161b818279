interface AlphaRatios {
  clear_share: number
  soft_share: number
}

/** Whether no pixel is transparent or translucent. */
export const isOpaque = ({ clear_share, soft_share }: AlphaRatios) => clear_share === 0 && soft_share === 0

/** A ratio of 0 to 1 in percent: never 0 % for more than nothing, never 100 % for less than all. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share < 1 && share > 0.99) return '> 99 %'
  return `${Math.round(share * 100)} %`
}
