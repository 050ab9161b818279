/** Worst first; only faults close "verified", remarks may be meant. Kinds are stored, so they must not change. */
export const findingKinds = {
  nothing_to_see: 'fault',
  painted_checkerboard: 'fault',
  haze: 'fault',
  halo: 'fault',
  jagged_edge: 'fault',
  specks: 'fault',
  nothing_clear: 'remark',
  constant_alpha: 'remark',
  solid_background: 'remark',
  solid_rectangle: 'remark',
  light_rim: 'remark',
  touches_border: 'remark',
  unread_texts: 'remark',
} as const satisfies Record<string, 'fault' | 'remark'>

export type FindingKind = keyof typeof findingKinds
export type FaultKind = { [K in FindingKind]: (typeof findingKinds)[K] extends 'fault' ? K : never }[FindingKind]

/** Worst first. */
export const faultKinds = (Object.keys(findingKinds) as FindingKind[]).filter(
  (kind): kind is FaultKind => findingKinds[kind] === 'fault',
)

/** Of 255: what is less opaque cannot be seen on any backdrop. */
export const maxClearAlpha = 12

interface OfKind {
  kind: FindingKind
}

export const isFault = ({ kind }: OfKind): boolean => findingKinds[kind] === 'fault'

/** The findings that no admin has overruled. */
export const openFindings = <F extends OfKind>(findings: F[], overruled: readonly OfKind[]): F[] =>
  findings.filter(({ kind }) => !overruled.some((one) => one.kind === kind))

/** With one of these the transparency of a picture is not real: it is not verified, nor approved among many. */
export const unverifiedKinds: FindingKind[] = [...faultKinds, 'nothing_clear']

/** Whether some pixels are clear, some visible, and no fault was found; of a file its open findings count. */
export const isVerified = ({ findings }: { findings: OfKind[] }): boolean =>
  !findings.some(({ kind }) => unverifiedKinds.includes(kind))

/** A share of 0 to 1 in percent: never 0 % for more than nothing, never 100 % for less than all. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  if (share < 1 && share > 0.99) return '> 99 %'
  return `${Math.round(share * 100)} %`
}
