import type { PictureReason } from '@vitrine/contract/vocabulary/rejection-reasons'

/** The keys of the rejection reasons: the digit row, then letters. */
export const reasonKeys: Record<PictureReason, string> = {
  no_alpha: '1',
  checkerboard: '2',
  fringe: '3',
  jagged: 'J',
  stray_pixels: '4',
  cropped: '5',
  too_small: '6',
  quality: '7',
  similar: '8',
  rights: '9',
  unfit: '0',
  description: 'D',
  other: 'O',
}
