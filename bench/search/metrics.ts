import { table } from '../harness/benchmark.ts'
import { formatShare, mean } from '../harness/figures.ts'
import type { Judgement } from './judge.ts'
import type { Question } from './questions/question.ts'

/** A search that is measured. */
export interface Engine {
  name: string
  /** Ids of the first ten pictures at least, the best first. */
  search(text: string): number[] | Promise<number[]>
}

/** Pictures that count. */
export const FIRST = 10

/** What one engine made of one question. All figures are from 0 to 1. */
export interface Outcome {
  question: Question
  /** A relevant picture is among the first ten. */
  success: number
  /** The first picture is relevant. */
  first: number
  /** Of the first ten, or of the fewer that there are; 0 where there are none. */
  precision: number
  /** Of ten relevant pictures, or of the fewer that there are. */
  recall: number
  /** Normalized discounted cumulative gain of the first ten. */
  ndcg: number
  zero: number
  milliseconds: number
}

export interface EngineOutcomes {
  name: string
  outcomes: Outcome[]
}

export type Measure = 'success' | 'first' | 'precision' | 'recall' | 'ndcg' | 'zero'

export function outcomeOf(question: Question, judgement: Judgement, ids: number[], milliseconds: number): Outcome {
  const shown = ids.slice(0, FIRST)
  const gains = shown.map((id) => judgement.get(id) ?? 0)
  const relevant = gains.filter((gain) => gain > 0).length
  const ideal = [...judgement.values()].sort((a, b) => b - a).slice(0, FIRST)
  return {
    question,
    success: relevant ? 1 : 0,
    first: gains[0] ? 1 : 0,
    precision: shown.length ? relevant / shown.length : 0,
    recall: relevant / Math.min(FIRST, judgement.size),
    ndcg: discounted(gains) / discounted(ideal),
    zero: shown.length ? 0 : 1,
    milliseconds,
  }
}

const discounted = (gains: number[]) => gains.reduce((sum, gain, at) => sum + (2 ** gain - 1) / Math.log2(at + 2), 0)

export const meanOf = (outcomes: Outcome[], measure: Measure): number => mean(outcomes.map((one) => one[measure]))

/** For each engine the shares of the questions of which its first ten pictures have each property. */
export async function shareTable(
  engines: Engine[],
  questions: string[],
  properties: string[],
  judgeTen: (question: string, ids: number[]) => boolean[],
): Promise<string[]> {
  const rows: string[][] = []
  for (const { name, search } of engines) {
    const outcomes: boolean[][] = []
    for (const question of questions) outcomes.push(judgeTen(question, (await search(question)).slice(0, FIRST)))
    const shares = properties.map((_, at) => formatShare(mean(outcomes.map((one) => Number(one[at])))))
    rows.push([name, ...shares])
  }
  return table([`engine (${questions.length} questions)`, ...properties], rows)
}
