import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FaultKind, faultKinds } from '@vitrine/contract/measures/findings'
import type { Benchmark } from '../harness/benchmark.ts'
import { sum } from '../harness/figures.ts'
import { checkerboards } from './fakes/checkerboards.ts'
import { badCutOuts } from './fakes/cut-outs.ts'
import { flatFakes } from './fakes/flat.ts'
import { patterns } from './look-alikes/patterns.ts'
import { softThings } from './look-alikes/soft-things.ts'
import { type KindResults, measureKind, measureRealPictures } from './measure.ts'
import { photographs } from './photographs/photographs.ts'
import type { PictureKind } from './picture-set.ts'
import { report, type TruthResults } from './report.ts'
import { libraryHalf } from './subjects.ts'

/** Whether fakes are named, and honest pictures left in peace. */
export const truth: Benchmark = {
  name: 'truth',
  description: 'Fakes named, false alarms and cost of the measures of a picture; --half tuned|held-out.',

  async run({ half }) {
    const library = await libraryHalf(half)
    const measureKinds = async (kinds: PictureKind[]) => {
      const results: KindResults[] = []
      for (const kind of kinds) results.push(await measureKind(kind, library))
      return results
    }
    const results = {
      half,
      fakes: await measureKinds([...checkerboards, ...flatFakes, ...badCutOuts]),
      lookAlikes: await measureKinds([...patterns, ...softThings]),
      photographs: await measureKinds(photographs),
      library: await measureRealPictures(library),
    }
    // Figures of the tuned half are for those who tune; what is published is the other.
    if (half === 'held-out') await writeFindingRates(results)
    return { lines: report(results), file: half === 'held-out' && 'truth.md' }
  },
}

const ratesFile = join(import.meta.dirname, '../../contract/measures/finding-rates.ts')

/** Writes the rates that the site tells of each fault into the table of that file. */
async function writeFindingRates(results: TruthResults): Promise<void> {
  const rows = faultKinds.map((kind) => {
    const { fakes, missed, honest, accused } = ratesOf(kind, results)
    return `  ${kind}: { fakes: ${fakes}, missed: ${missed}, honest: ${honest}, accused: ${accused} },\n`
  })
  const text = await readFile(ratesFile, 'utf8')
  const begin = text.indexOf('{\n', text.indexOf('const findingRates')) + 2
  await writeFile(ratesFile, `${text.slice(0, begin)}${rows.join('')}}\n`)
}

/** A fake counts for the first of the kinds that are expected of it. */
function ratesOf(kind: FaultKind, { fakes, lookAlikes, photographs, library }: TruthResults) {
  const withFault = fakes.filter(({ expected }) => expected[0] === kind)
  const generated = [...lookAlikes, ...photographs]
  const confirmed = library.confirmed.filter((one) => one.kind === kind).length
  const wrong = library.unconfirmed.filter((one) => one.kind === kind).length
  return {
    fakes: sum(withFault.map(({ count }) => count)),
    missed: sum(withFault.map(({ count, named }) => count - named)),
    honest: sum(generated.map(({ count }) => count)) + library.count - confirmed,
    accused: sum(generated.map(({ found }) => found[kind] ?? 0)) + wrong,
  }
}
