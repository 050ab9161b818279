import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import { halves } from '../search/questions/question.ts'
import { checkerboards } from './fakes/checkerboards.ts'
import { badCutOuts } from './fakes/cut-outs.ts'
import { flatFakes } from './fakes/flat.ts'
import { writeFindingRates } from './finding-rates.ts'
import { patterns } from './look-alikes/patterns.ts'
import { softThings } from './look-alikes/soft-things.ts'
import { type KindResults, measureKind, measureRealPictures } from './measure.ts'
import { photographs } from './photographs/photographs.ts'
import type { PictureKind } from './picture-set.ts'
import { report, type TruthResults } from './report.ts'
import { libraryHalf } from './subjects.ts'

/** Whether fakes are named, and honest pictures left in peace. */
export const truth: Benchmark<TruthResults> = {
  name: 'truth',
  description: 'Fakes named, false alarms and cost of the measures of a picture; --half tuned|held-out.',

  async run(say, options) {
    const half = halves.find((one) => one === options.half)
    if (!half) throw new Error(`--half takes ${halves.join(' or ')}.`)
    const library = await libraryHalf(half)
    const measureKinds = async (kinds: PictureKind[]) => {
      const results: KindResults[] = []
      for (const kind of kinds) {
        const result = await measureKind(kind, library)
        results.push(result)
        say(`${kind.name}: ${result.named} of ${kind.count} named, ${result.unexpectedFaults} unexpected faults`)
        if (half === 'tuned') for (const wrong of result.wrong) say(`  ${wrong}`)
      }
      return results
    }
    const results: TruthResults = {
      half,
      fakes: await measureKinds([...checkerboards, ...flatFakes, ...badCutOuts]),
      lookAlikes: await measureKinds([...patterns, ...softThings]),
      photographs: await measureKinds(await photographs()),
      library: await measureRealPictures(library, say),
    }
    // Figures of the tuned half are for those who tune; what is published is the other.
    if (half === 'held-out') {
      await writeResults('truth.md', report(results))
      await writeFindingRates(results)
    }
    return results
  },

  print: (results) => console.log(report(results).join('\n')),
}
