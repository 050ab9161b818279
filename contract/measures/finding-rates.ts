import type { FaultKind } from './findings.ts'

/** How often a fault is missed, and how often an honest picture is accused of it. */
export interface FindingRate {
  /** Fakes that have the fault, and those of them in which neither it nor one that says as much was found. */
  fakes: number
  missed: number
  /** Pictures that do not have it, and those of them in which it was found. */
  honest: number
  accused: number
}

/** Written by `npm run bench -- truth --half held-out`; the table behind it is bench/results/truth.md. */
export const findingRates: Record<FaultKind, FindingRate> = {
  nothing_to_see: { fakes: 21, missed: 0, honest: 4531, accused: 0 },
  painted_checkerboard: { fakes: 435, missed: 4, honest: 4531, accused: 0 },
  haze: { fakes: 20, missed: 0, honest: 4531, accused: 0 },
  halo: { fakes: 50, missed: 5, honest: 4531, accused: 0 },
  jagged_edge: { fakes: 55, missed: 2, honest: 4531, accused: 0 },
  specks: { fakes: 20, missed: 3, honest: 4529, accused: 0 },
}
