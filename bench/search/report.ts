import { table } from '../harness/benchmark.ts'
import { formatMs, formatNumber, mean, percentile } from '../harness/figures.ts'
import { type EngineOutcomes, meanOf, type Outcome } from './metrics.ts'
import type { Question } from './questions/question.ts'
import { typingErrors } from './questions/typing-errors.ts'

/** Kinds with fewer questions, as a small library makes, say nothing by themselves. */
const LEAST = 5

/** The peers may answer this many questions of a kind more before the product is behind. */
const TOLERANCE = 2

export function libraryReport(library: string, pictures: number, engines: EngineOutcomes[]): string[] {
  const { outcomes } = engines[0]!
  const byKind = Map.groupBy(outcomes, ({ question }) => question.kind)
  const kinds = [...byKind].filter(([, { length }]) => length >= LEAST).map(([kind]) => kind)
  const groups = [
    ...kinds.map((kind) => ({ name: kind, isMeant: (question: Question) => question.kind === kind })),
    ...typingErrors.map((error) => ({
      name: `error: ${error}`,
      isMeant: ({ typingError }: Question) => typingError === error,
    })),
  ].filter(({ isMeant }) => outcomes.some(({ question }) => isMeant(question)))
  const words = ['engine', 'success@10', 'well typed', 'mistyped', 'mean of kinds', 'worst kind', 'success@1']
  return [
    `## ${library}: ${formatNumber(pictures)} pictures, ${formatNumber(outcomes.length)} questions`,
    '',
    ...table(
      [...words, 'precision@10', 'recall@10', 'nDCG', 'zero', 'p50 / p99 ms'],
      engines.map((engine) => engineRow(engine, kinds)),
    ),
    '',
    ...table(
      ['kind (questions)', 'success@10', 'first', 'mistyped', 'precision@10', 'zero', 'best peer', 'behind by'],
      groups.map(({ name, isMeant }) => groupRow(name, engines, isMeant)),
    ),
  ]
}

function engineRow({ name, outcomes }: EngineOutcomes, kinds: string[]): string[] {
  const ofKind = (kind: string) => outcomes.filter(({ question }) => question.kind === kind)
  const byKind = kinds.map((kind) => ({ kind, success: meanOf(ofKind(kind), 'success') }))
  const worst = byKind.toSorted((a, b) => a.success - b.success)[0]!
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  const successes = [outcomes, ofTyping(outcomes, false), ofTyping(outcomes, true)].map((some) =>
    figure(meanOf(some, 'success')),
  )
  return [
    name,
    ...successes,
    figure(mean(byKind.map(({ success }) => success))),
    `${figure(worst.success)} ${worst.kind}`,
    ...(['first', 'precision', 'recall', 'ndcg', 'zero'] as const).map((one) => figure(meanOf(outcomes, one))),
    `${formatMs(percentile(times, 0.5))} / ${formatMs(percentile(times, 0.99))}`,
  ]
}

const ofTyping = (outcomes: Outcome[], isMistyped: boolean) =>
  outcomes.filter(({ question }) => (question.typingError !== undefined) === isMistyped)

function groupRow(name: string, engines: EngineOutcomes[], isMeant: (question: Question) => boolean): string[] {
  const [own, ...peers] = engines.map((engine) => {
    const outcomes = engine.outcomes.filter(({ question }) => isMeant(question))
    return { name: engine.name, outcomes, success: meanOf(outcomes, 'success') }
  })
  const best = peers.toSorted((a, b) => b.success - a.success)[0]!
  const { outcomes, success } = own!
  const mistyped = ofTyping(outcomes, true)
  const deficit = Math.round((best.success - success) * outcomes.length)
  return [
    `${name} (${outcomes.length})`,
    figure(success),
    figure(meanOf(outcomes, 'first')),
    mistyped.length ? figure(meanOf(mistyped, 'success')) : '',
    figure(meanOf(outcomes, 'precision')),
    figure(meanOf(outcomes, 'zero')),
    `${best.name} ${figure(best.success)}`,
    deficit > TOLERANCE ? `${deficit} questions` : '',
  ]
}

const figure = (value: number) => value.toFixed(value > 0.995 && value < 1 ? 3 : 2)
