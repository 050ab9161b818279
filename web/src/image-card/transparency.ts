interface AlphaRatios {
  clear_share: number
  soft_share: number
}

/** Neither clear nor half-clear pixels: whatever lies behind such a picture is never seen. */
export const isOpaque = ({ clear_share, soft_share }: AlphaRatios) => clear_share === 0 && soft_share === 0

/** A share from 0 to 1 in words: never 0 % where there is something, never 100 % where something is missing. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share < 1 && share > 0.99) return '> 99 %'
  return `${Math.round(share * 100)} %`
}
