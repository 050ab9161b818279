import { table } from './benchmark.ts'
import { formatNumber, formatShare, median } from './figures.ts'
import { loadServer, type Target } from './load-tool.ts'

/** Vitrine beside a baseline that does the least possible for the same answers, measured alternately. */
export interface Comparison {
  label: string
  /** Unit of `perSecond`, such as 'requests/s'. */
  unit: string
  vitrine: Runs
  baseline: Runs
  /** Share of the baseline's figure that is the goal, 0 to 1. */
  target?: number | undefined
}

export interface Runs {
  /** One figure for each run. */
  perSecond: number[]
  /** Processor time for each of what is counted, in milliseconds; other work on the machine changes it little. */
  cpu?: number[]
}

/** Median, minimum and maximum of all runs, the ratio of the medians, and the goal. */
export const comparisonTable = (comparisons: Comparison[]): string[] =>
  table(['', 'Vitrine', 'bare', 'ratio', 'wanted', 'processor time each'], comparisons.map(comparisonRow))

function comparisonRow({ label, unit, vitrine, baseline: bare, target }: Comparison): string[] {
  const ratio = median(vitrine.perSecond) / median(bare.perSecond)
  return [
    label,
    `${formatSpread(vitrine.perSecond)} ${unit}`,
    `${formatSpread(bare.perSecond)} ${unit}`,
    formatShare(ratio),
    target === undefined ? '' : `≥ ${formatShare(target)}${ratio < target ? ', falls short' : ''}`,
    vitrine.cpu?.length && bare.cpu?.length ? formatCpuTime(median(vitrine.cpu), median(bare.cpu)) : '',
  ]
}

const formatSpread = (all: number[]) =>
  `${formatNumber(median(all))} [${formatNumber(Math.min(...all))}–${formatNumber(Math.max(...all))}]`
const formatCpuTime = (ours: number, least: number) =>
  `${ours.toFixed(3)} / ${least.toFixed(3)} ms = ${formatShare(least / ours)}`

/** A server that is loaded, which may tell of its processor time. */
export interface Side extends Target {
  state?: () => Promise<{ cpu: number }>
}

export interface LoadedRuns {
  perSecond: number[]
  cpu: number[]
  requests: number
}

export const [ROUNDS, SECONDS] = [5, 2]

/** Loads servers in turns, there and back; each continues in its addresses where its last load ended. */
export async function loadInTurns(sides: Side[]): Promise<LoadedRuns[]> {
  const turns = sides.map((side) => ({ side, runs: { perSecond: [], cpu: [], requests: 0 } as LoadedRuns }))
  for (const side of sides) await loadServer(side, SECONDS) // until the code is hot
  for (let round = 0; round < ROUNDS; round++)
    for (const { side, runs } of [...turns, ...turns.toReversed()]) {
      const before = await side.state?.()
      const { requests, perSecond } = await loadServer(side, SECONDS, runs.requests)
      const after = await side.state?.()
      runs.requests += requests
      runs.perSecond.push(perSecond)
      if (before && after) runs.cpu.push((after.cpu - before.cpu) / requests)
    }
  return turns.map(({ runs }) => runs)
}
