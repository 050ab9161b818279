import { median } from './median.ts'

export interface Options {
  /** Of a library of rows alone. */
  images: number
}

export interface Benchmark<Results> {
  name: string
  /** One line for the list. */
  about: string
  /** Takes its time; `say` tells what is being done. */
  run(say: (line: string) => void, options: Options): Promise<Results>
  print(results: Results): void
}

/** Vitrine beside the least that could do the same, both run in turns on the same machine. */
export interface Comparison {
  what: string
  /** Of what the runs count, such as 'requests/s'. */
  unit: string
  vitrine: Runs
  bare: Runs
  /** The share of bare's figure that the project wants to reach, 0 to 1. */
  wanted?: number
}

export interface Runs {
  /** One figure for each run. */
  perSecond: number[]
  /** Processor time for each of what is counted, in milliseconds; other work on the machine changes it little. */
  cpu?: number[]
}

/** Median with least and most of all runs, the ratio of the medians, and what is wanted of it. */
export function printComparisons(comparisons: Comparison[]): void {
  const table = [['', ...comparedBy], ...comparisons.map((one) => [one.what, ...cellsOf(one)])]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd(),
    )
}

export const comparedBy = ['Vitrine', 'bare', 'ratio', 'wanted', 'processor time each']

/** What `comparedBy` names. */
export function cellsOf({ unit, vitrine, bare, wanted }: Comparison): string[] {
  const ratio = median(vitrine.perSecond) / median(bare.perSecond)
  return [
    `${spread(vitrine.perSecond)} ${unit}`,
    `${spread(bare.perSecond)} ${unit}`,
    percent(ratio),
    wanted === undefined ? '' : `≥ ${percent(wanted)}${ratio < wanted ? ', falls short' : ''}`,
    vitrine.cpu?.length && bare.cpu?.length ? processor(median(vitrine.cpu), median(bare.cpu)) : '',
  ]
}

const spread = (all: number[]) => `${plain(median(all))} [${plain(Math.min(...all))}–${plain(Math.max(...all))}]`
const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 1000 ? 1 : 0 })
export const percent = (share: number) => `${(share * 100).toFixed(share < 0.2 ? 1 : 0)} %`
const processor = (ours: number, least: number) =>
  `${ours.toFixed(3)} / ${least.toFixed(3)} ms = ${percent(least / ours)}`
