import { formatPercent, isOpaque } from '#image-card/transparency.ts'
import { messages } from './messages.ts'

/**
 * The transparency measured at upload as text: the share of fully transparent pixels, and whether there are translucent
 * ones. Null for an opaque image. Shares are 0 to 1.
 */
export function transparencyText(image: { clear_share: number; soft_share: number }): string | null {
  if (isOpaque(image)) return null
  return messages.verified(
    formatPercent(image.clear_share),
    image.soft_share > 0 ? messages.softEdges : messages.hardEdges,
  )
}
