import type { FindingKind } from '../measures/findings.ts'

/** Reasons for a rejection, with the sentence for the contributor. Values are stored, so they must not change. */
export const rejectionReasons = [
  { value: 'no_alpha', message: 'The background is not transparent.' },
  { value: 'checkerboard', message: 'A checkerboard is painted into the picture.' },
  { value: 'fringe', message: 'A halo of the old background is left around the subject.' },
  { value: 'jagged', message: 'The edge is jagged: it goes in steps.' },
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
