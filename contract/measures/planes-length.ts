/** Bytes of the planes of a perceptual row: coarse edges, opacity and colours, and fine lightness. */
export const planesLength = 5 * 16 ** 2 + 32 ** 2
