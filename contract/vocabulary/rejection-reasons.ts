/** Why an image is rejected, in the words that its contributor reads. Values are stored, so they stay. */
export const rejectionReasons = [
  { value: 'no_alpha', words: 'The background is not transparent.' },
  { value: 'checkerboard', words: 'A checkerboard is painted into the picture.' },
  { value: 'fringe', words: 'A halo of the old background is left around the subject.' },
  { value: 'stray_pixels', words: 'Stray pixels are left beside the subject.' },
  { value: 'cropped', words: 'The subject is cut off at the edge.' },
  { value: 'too_small', words: 'The picture is too small.' },
  { value: 'quality', words: 'The picture is blurred, noisy or badly lit.' },
  { value: 'similar', words: 'It is too similar to an image that is here already.' },
  { value: 'rights', words: 'Somebody else may have rights in it: a brand, a work of art, a person.' },
  { value: 'unfit', words: 'It does not fit a library like this one.' },
  { value: 'description', words: 'Title, keywords or category do not fit the picture.' },
  { value: 'other', words: 'For another reason.' },
] as const

export type RejectionReason = (typeof rejectionReasons)[number]['value']

/** A reason that is not in the list any more still has a sentence. */
export const rejectionMessage = (value: string) =>
  rejectionReasons.find((one) => one.value === value)?.words ?? 'For another reason.'
