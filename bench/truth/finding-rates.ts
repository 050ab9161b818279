import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FaultKind, faultKinds } from '@vitrine/contract/measures/findings'
import type { TruthResults } from './report.ts'

const file = join(import.meta.dirname, '../../contract/measures/finding-rates.ts')

/** Writes the rates that the site tells of each fault. */
export async function writeFindingRates(results: TruthResults): Promise<void> {
  const rows = faultKinds.map((kind) => {
    const { fakes, missed, honest, accused } = ratesOf(kind, results)
    return `  ${kind}: { fakes: ${fakes}, missed: ${missed}, honest: ${honest}, accused: ${accused} },`
  })
  await writeFile(
    file,
    [...head, 'export const findingRates: Record<FaultKind, FindingRate> = {', ...rows, '}', ''].join('\n'),
  )
}

const head = [
  "import type { FaultKind } from './findings.ts'",
  '',
  '/** How often a fault is missed, and how often an honest picture is accused of it. */',
  'export interface FindingRate {',
  '  /** Fakes that have the fault, and those of them in which neither it nor one that says as much was found. */',
  '  fakes: number',
  '  missed: number',
  '  /** Pictures that do not have it, and those of them in which it was found. */',
  '  honest: number',
  '  accused: number',
  '}',
  '',
  '/** Written by `npm run bench -- truth --half held-out`; the table behind it is bench/results/truth.md. */',
]

/** A fake counts for the first of the kinds that are expected of it. */
function ratesOf(kind: FaultKind, { fakes, lookAlikes, photographs, library }: TruthResults) {
  const withFault = fakes.filter(({ expected }) => expected[0] === kind)
  const generated = [...lookAlikes, ...photographs]
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
  const confirmed = library.confirmed.filter((one) => one.kind === kind).length
  const wrong = library.unconfirmed.filter((one) => one.kind === kind).length
  return {
    fakes: total(withFault.map(({ count }) => count)),
    missed: total(withFault.map(({ count, named }) => count - named)),
    honest: total(generated.map(({ count }) => count)) + library.count - confirmed,
    accused: total(generated.map(({ found }) => found[kind] ?? 0)) + wrong,
  }
}
