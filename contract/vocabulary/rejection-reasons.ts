/** Reasons for a rejection, with the sentence for the contributor. Values are stored, so they must not change. */
export const rejectionReasons = [
  { value: 'no_alpha', message: 'The background is not transparent.' },
  { value: 'checkerboard', message: 'A checkerboard is painted into the picture.' },
  { value: 'fringe', message: 'A halo of the old background is left around the subject.' },
  { value: 'stray_pixels', message: 'Stray pixels are left beside the subject.' },
  { value: 'cropped', message: 'The subject is cut off at the edge.' },
  { value: 'too_small', message: 'The picture is too small.' },
  { value: 'quality', message: 'The picture is blurred, noisy or badly lit.' },
  { value: 'similar', message: 'It is too similar to an image that is here already.' },
  { value: 'rights', message: 'Someone else may have rights in it: a brand, a work of art, a person.' },
  { value: 'unfit', message: 'It does not fit a library like this one.' },
  { value: 'description', message: 'Title, keywords or category do not fit the picture.' },
  { value: 'other', message: 'For another reason.' },
] as const

export type RejectionReason = (typeof rejectionReasons)[number]['value']

/** The sentence of a stored reason, also of one that was removed from the list. */
export const rejectionMessage = (value: string) =>
  rejectionReasons.find((one) => one.value === value)?.message ?? 'For another reason.'
