interface AlphaRatios {
  clear_share: number
  soft_share: number
}

/** Whether no pixel is transparent or translucent. */
export const isOpaque = ({ clear_share, soft_share }: AlphaRatios) => clear_share === 0 && soft_share === 0
