import type { Judgement } from './judge.ts'
import { FIRST } from './peers/engine.ts'
import type { Question } from './questions/question.ts'

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

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

export const meanOf = (outcomes: Outcome[], measure: Measure): number => mean(outcomes.map((one) => one[measure]))

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
