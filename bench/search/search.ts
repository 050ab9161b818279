import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'
import { libraries } from './library-data.ts'
import { type LibraryResults, measureLibrary } from './measure.ts'
import { type Half, halves } from './questions/question.ts'
import { report } from './report.ts'

interface SearchResults {
  half: Half
  libraries: LibraryResults[]
}

/** Whether people find what they look for, as made-up questions about two libraries tell. */
export const search: Benchmark<SearchResults> = {
  name: 'search',
  description: 'Share of questions answered, beside MiniSearch, SQLite FTS5 and PostgreSQL; --half tuned|held-out.',

  async run(say, options) {
    const half = halves.find((one) => one === options.half)
    if (!half) throw new Error(`--half takes ${halves.join(' or ')}.`)
    const results: SearchResults = { half, libraries: [] }
    for (const library of await libraries(say)) results.libraries.push(await measureLibrary(library, half, say))
    // Figures of the tuned half are for those who tune; what is published is the other.
    if (half === 'held-out') await writeResults('search.md', report(results.libraries, half))
    return results
  },

  print: ({ half, libraries: all }) => console.log(report(all, half).join('\n')),
}
