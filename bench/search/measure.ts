import { type BenchmarkProcess, startProcess } from '../harness/benchmark-process.ts'
import { judge } from './judge.ts'
import { indexLibrary } from './library.ts'
import type { LibraryData } from './library-data.ts'
import { type Outcome, outcomeOf } from './metrics.ts'
import type { Engine } from './peers/engine.ts'
import { miniSearchEngines } from './peers/minisearch.ts'
import { sqliteEngines } from './peers/sqlite.ts'
import { questionsOf } from './questions/kinds.ts'
import type { Half } from './questions/question.ts'
import type { ServerReply, ServerRequest } from './search-server.ts'
import { measureSuggestions, type SuggestionResults } from './suggestions.ts'

export interface EngineOutcomes {
  name: string
  outcomes: Outcome[]
}

export interface LibraryResults {
  library: string
  pictures: number
  /** The product first, then its peers. */
  engines: EngineOutcomes[]
  suggestions: SuggestionResults
}

/** The product's process and its peers answer the same questions about the same pictures, one question at a time. */
export async function measureLibrary(
  { name, dataFolder }: LibraryData,
  half: Half,
  say: (line: string) => void,
): Promise<LibraryResults> {
  const settings = { DATA_DIR: dataFolder, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const script = new URL('./search-server.ts', import.meta.url)
  const server = startProcess<ServerRequest, ServerReply>(script, settings)
  try {
    const pictures = (await server.ask('pictures')).pictures!
    const url = (await server.ask('url')).url!
    const library = indexLibrary(pictures)
    const questions = questionsOf(library, half).map((question) => ({ question, judgement: judge(question, library) }))
    say(`${name}: ${questions.length} questions about ${pictures.length} pictures`)
    const peers = [...sqliteEngines(pictures), ...(await miniSearchEngines(pictures)), postgresql(server)]
    const engines: EngineOutcomes[] = []
    for (const engine of [product(url), ...peers]) {
      await engine.search('warm up')
      const outcomes: Outcome[] = []
      for (const { question, judgement } of questions) {
        const began = performance.now()
        const ids = await engine.search(question.text)
        outcomes.push(outcomeOf(question, judgement, ids, performance.now() - began))
      }
      engines.push({ name: engine.name, outcomes })
    }
    const suggestions = await measureSuggestions((text) => productSuggestions(url, text), library, half)
    return { library: name, pictures: pictures.length, engines, suggestions }
  } finally {
    await server.end()
  }
}

/** A question that the product refuses, such as one that is too long, finds nothing. */
const product = (url: string): Engine => ({
  name: 'Vitrine',
  async search(text) {
    const answer = await fetch(`${url}/api/v1/images/approved/?${new URLSearchParams({ title: text })}`)
    if (answer.status >= 500) throw new Error(`The server answered ${answer.status} to "${text}".`)
    const reply = (await answer.json()) as { images?: { id: number }[] }
    return reply.images?.map(({ id }) => id) ?? []
  },
})

const postgresql = (server: BenchmarkProcess<ServerRequest, ServerReply>): Engine => ({
  name: 'PostgreSQL, else pg_trgm',
  search: async (text) => (await server.ask({ text })).ids!,
})

async function productSuggestions(url: string, text: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/images/suggestions/?${new URLSearchParams({ title: text })}`)
  const reply = (await answer.json()) as { suggestions: { text: string }[] }
  return reply.suggestions.map((one) => one.text)
}
