import { median } from './median.ts'

export interface BenchmarkOptions {
  /** Size of the synthetic library, which has rows but no files. */
  images: number
  /** How long `soak` runs. */
  minutes: number
  /** Questions of `search`, pictures of `truth` and `previews`: `tuned` to try changes on, `held-out` to measure. */
  half: string
  /** Parts of `crash`, numbers of `faults`, separated by commas; empty for all. */
  only: string
}

export interface Benchmark<Results> {
  name: string
  /** One line for the list. */
  description: string
  /** Runs for minutes; `say` reports progress. */
  run(say: (line: string) => void, options: BenchmarkOptions): Promise<Results>
  print(results: Results): void
}

/** Vitrine beside a baseline that does the least possible for the same answers, measured alternately. */
export interface Comparison {
  label: string
  /** Unit of `perSecond`, such as 'requests/s'. */
  unit: string
  vitrine: Runs
  baseline: Runs
  /** Share of the baseline's figure that is the goal, 0 to 1. */
  target?: number
}

export interface Runs {
  /** One figure for each run. */
  perSecond: number[]
  /** Processor time for each of what is counted, in milliseconds; other work on the machine changes it little. */
  cpu?: number[]
}

/** Prints median, minimum and maximum of all runs, the ratio of the medians, and the goal. */
export function printComparisons(comparisons: Comparison[]): void {
  const table = [['', ...comparisonColumns], ...comparisons.map((one) => [one.label, ...comparisonCells(one)])]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd(),
    )
}

export const comparisonColumns = ['Vitrine', 'bare', 'ratio', 'wanted', 'processor time each']

/** One cell for each of `comparisonColumns`. */
export function comparisonCells({ unit, vitrine, baseline: bare, target }: Comparison): string[] {
  const ratio = median(vitrine.perSecond) / median(bare.perSecond)
  return [
    `${formatSpread(vitrine.perSecond)} ${unit}`,
    `${formatSpread(bare.perSecond)} ${unit}`,
    formatPercent(ratio),
    target === undefined ? '' : `≥ ${formatPercent(target)}${ratio < target ? ', falls short' : ''}`,
    vitrine.cpu?.length && bare.cpu?.length ? formatCpuTime(median(vitrine.cpu), median(bare.cpu)) : '',
  ]
}

const formatSpread = (all: number[]) =>
  `${formatNumber(median(all))} [${formatNumber(Math.min(...all))}–${formatNumber(Math.max(...all))}]`
const formatNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 1000 ? 1 : 0 })
export const formatPercent = (share: number) => `${(share * 100).toFixed(share < 0.2 ? 1 : 0)} %`
const formatCpuTime = (ours: number, least: number) =>
  `${ours.toFixed(3)} / ${least.toFixed(3)} ms = ${formatPercent(least / ours)}`
