import type { LibraryResults } from './measure.ts'
import { type Measure, mean, meanOf, type Outcome, percentile } from './metrics.ts'
import type { Half, Question } from './questions/question.ts'
import { typingErrors } from './questions/typing-errors.ts'

/** Kinds with fewer questions, as a small library makes, say nothing by themselves. */
const LEAST = 5

/** The peers may answer this many questions of a kind more before the product is behind. */
const TOLERANCE = 2

export function report(all: LibraryResults[], half: Half): string[] {
  return [
    '# Search, beside its peers',
    '',
    `Questions of the ${half} half. A picture is relevant by the base forms of its words: 2 when its title has all`,
    'that is meant, 1 when its tags, description or category are needed. Success is a relevant picture among ten.',
    'One in three questions of the first nine kinds is mistyped. Times of the product include HTTP and a page of 100',
    'pictures; PostgreSQL is asked through another process, the others in process.',
    ...all.flatMap(libraryReport),
  ]
}

function libraryReport({ library, pictures, engines, suggestions }: LibraryResults): string[] {
  const [product, ...peers] = engines
  const byKind = Map.groupBy(product!.outcomes, ({ question }) => question.kind)
  const kinds = [...byKind].filter(([, { length }]) => length >= LEAST).map(([kind]) => kind)
  const rows = [
    ...kinds.map((kind) => ({ name: kind, isMeant: (question: Question) => question.kind === kind })),
    ...typingErrors.map((error) => ({
      name: `error: ${error}`,
      isMeant: ({ typingError }: Question) => typingError === error,
    })),
  ].filter(({ isMeant }) => product!.outcomes.some(({ question }) => isMeant(question)))
  return [
    '',
    `## ${library}: ${count(pictures)} pictures, ${count(product!.outcomes.length)} questions`,
    '',
    '| engine | success@10 | well typed | mistyped | mean of kinds | worst kind ' +
      '| success@1 | precision@10 | recall@10 | nDCG | zero | p50 / p99 ms |',
    `|${'---|'.repeat(12)}`,
    ...engines.map(({ name, outcomes }) => overallRow(name, outcomes, kinds)),
    '',
    '| kind (questions) | success@10 | mistyped | precision@10 | zero | best peer, success@10 | behind by |',
    `|${'---|'.repeat(7)}`,
    ...rows.map(({ name, isMeant }) => {
      const own = product!.outcomes.filter(({ question }) => isMeant(question))
      const others = peers.map((peer) => ({
        name: peer.name,
        outcomes: peer.outcomes.filter(({ question }) => isMeant(question)),
      }))
      return kindRow(name, own, others)
    }),
    '',
    `Suggestions for ${suggestions.wanted} wanted words: among the suggestions after 1 to 5 letters ` +
      `${suggestions.among.map(figure).join(' / ')}; first after 3 letters ${figure(suggestions.onTop)}; both words ` +
      `after a word and 2 letters ${figure(suggestions.twoWords)};`,
    `doubles ${percent(suggestions.doubles)}; empty ${percent(suggestions.empty)}; ` +
      `p50 / p99 ${ms(suggestions.p50)} / ${ms(suggestions.p99)} ms.`,
  ]
}

function overallRow(name: string, outcomes: Outcome[], kinds: string[]): string {
  const byKind = kinds.map((kind) => ({
    kind,
    success: meanOf(
      outcomes.filter(({ question }) => question.kind === kind),
      'success',
    ),
  }))
  const worst = byKind.toSorted((a, b) => a.success - b.success)[0]!
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  const measure = (which: Measure) => figure(meanOf(outcomes, which))
  const cells = [
    name,
    measure('success'),
    ...[false, true].map((isMistyped) => figure(meanOf(ofTyping(outcomes, isMistyped), 'success'))),
    figure(mean(byKind.map(({ success }) => success))),
    `${figure(worst.success)} ${worst.kind}`,
    ...(['first', 'precision', 'recall', 'ndcg', 'zero'] as const).map(measure),
    `${ms(percentile(times, 0.5))} / ${ms(percentile(times, 0.99))}`,
  ]
  return `| ${cells.join(' | ')} |`
}

const ofTyping = (outcomes: Outcome[], isMistyped: boolean) =>
  outcomes.filter(({ question }) => (question.typingError !== undefined) === isMistyped)

function kindRow(name: string, own: Outcome[], peers: { name: string; outcomes: Outcome[] }[]): string {
  const best = peers
    .map((peer) => ({ name: peer.name, success: meanOf(peer.outcomes, 'success') }))
    .toSorted((a, b) => b.success - a.success)[0]!
  const mistyped = ofTyping(own, true)
  const deficit = Math.round((best.success - meanOf(own, 'success')) * own.length)
  const cells = [
    `${name} (${own.length})`,
    figure(meanOf(own, 'success')),
    mistyped.length ? figure(meanOf(mistyped, 'success')) : '',
    figure(meanOf(own, 'precision')),
    figure(meanOf(own, 'zero')),
    `${best.name} ${figure(best.success)}`,
    deficit > TOLERANCE ? `${deficit} questions` : '',
  ]
  return `| ${cells.join(' | ')} |`
}

const count = (value: number) => value.toLocaleString('en')
const figure = (value: number) => value.toFixed(value > 0.995 && value < 1 ? 3 : 2)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
