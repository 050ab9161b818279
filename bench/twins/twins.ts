import type { Benchmark } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import { writeResults } from '../harness/results-file.ts'
import { percentile } from '../search/metrics.ts'
import { halves } from '../search/questions/question.ts'
import { measureCandidates } from './candidates.ts'
import { loadClipArt } from './clip-art.ts'
import { measurePairs } from './pairs.ts'
import { measureRepetitions } from './repetitions.ts'
import { report, type TwinsResults } from './report.ts'

/** Whether changed copies of a picture are recognised, and other pictures are not. */
export const twins: Benchmark<TwinsResults> = {
  name: 'twins',
  description: 'Changed copies recognised, repetitions in a library, candidates at --images; --half tuned|held-out.',

  async run(say, options) {
    const half = halves.find((one) => one === options.half)
    if (!half) throw new Error(`--half takes ${halves.join(' or ')}.`)
    const library = await loadClipArt(say)
    const pictures = library.filter((one) => one.half === half)
    const results: TwinsResults = {
      half,
      pictures: pictures.length,
      cost: {
        median: median(pictures.map(({ cost }) => cost)),
        p95: percentile(
          pictures.map(({ cost }) => cost),
          0.95,
        ),
      },
      kinds: await measurePairs(pictures, half === 'tuned' ? 1 : 2, say),
      repetitions: await measureRepetitions(library, say),
      candidates: await measureCandidates(library, options.images),
    }
    // Figures of the tuned half are for those who tune, with the names of what was missed.
    if (half === 'held-out') await writeResults('twins.md', report(results))
    else for (const { name, misses } of results.kinds) if (misses.length) say(`${name}: missed ${misses.join(', ')}`)
    return results
  },

  print: (results) => console.log(report(results).join('\n')),
}
