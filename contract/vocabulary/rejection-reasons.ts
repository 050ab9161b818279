import type { FindingKind } from '../measures/findings.ts'

/** A label for admins and the sentence for the contributor; values are stored, so they must not change. */
const ofPictures = [
  { value: 'no_alpha', label: 'Not transparent', message: 'The background is not transparent.' },
  { value: 'checkerboard', label: 'Checkerboard', message: 'A checkerboard is painted into the picture.' },
  { value: 'fringe', label: 'Halo', message: 'A halo of the old background is left around the subject.' },
  { value: 'jagged', label: 'Jagged', message: 'The edge is jagged: it goes in steps.' },
  { value: 'stray_pixels', label: 'Stray pixels', message: 'Stray pixels are left beside the subject.' },
  { value: 'cropped', label: 'Cut off', message: 'The subject is cut off at the edge.' },
  { value: 'too_small', label: 'Too small', message: 'The picture is too small.' },
  { value: 'quality', label: 'Poor quality', message: 'The picture is blurred, noisy or badly lit.' },
  { value: 'similar', label: 'Too similar', message: 'It is too similar to an image that is here already.' },
] as const
const ofBoth = [
  {
    value: 'rights',
    label: 'Rights',
    message: 'Someone else may have rights in it: a brand, a work of art, a person.',
  },
  { value: 'unfit', label: 'Does not fit', message: 'It does not fit a library like this one.' },
  { value: 'description', label: 'Wrong words', message: 'Title, keywords or category do not fit the picture.' },
  { value: 'other', label: 'Other', message: 'For another reason.' },
] as const
const ofWords = [
  {
    value: 'spam',
    label: 'Spam',
    message: 'The words advertise, or name brands or people that are not in the picture.',
  },
  { value: 'no_better', label: 'No better', message: 'The words that are there already say it better.' },
] as const

/** By what is rejected: a picture with its words, or an edit that changes words alone. */
export const reasonsAbout = { picture: [...ofPictures, ...ofBoth], words: [...ofWords, ...ofBoth] } as const
export type RejectionSubject = keyof typeof reasonsAbout
export type PictureReason = (typeof reasonsAbout.picture)[number]['value']

export const rejectionReasons = [...ofPictures, ...ofWords, ...ofBoth] as const
export type RejectionReason = (typeof rejectionReasons)[number]['value']
export const rejectionReasonValues = rejectionReasons.map(({ value }) => value)

export const isReasonAbout = (reason: RejectionReason, subject: RejectionSubject) =>
  reasonsAbout[subject].some(({ value }) => value === reason)

/** The sentence of a stored reason, also of one that was removed from the list. */
export const rejectionMessage = (value: string) =>
  rejectionReasons.find((one) => one.value === value)?.message ?? 'For another reason.'

const reasonOfFinding: Partial<Record<FindingKind, RejectionReason>> = {
  nothing_to_see: 'unfit',
  painted_checkerboard: 'checkerboard',
  haze: 'no_alpha',
  halo: 'fringe',
  jagged_edge: 'jagged',
  specks: 'stray_pixels',
  nothing_clear: 'no_alpha',
}

/** The reason that fits the worst of these findings, worst first; null where none has a reason. */
export const reasonOfFindings = (findings: readonly { kind: FindingKind }[]): RejectionReason | null =>
  findings.flatMap(({ kind }) => reasonOfFinding[kind] ?? [])[0] ?? null
