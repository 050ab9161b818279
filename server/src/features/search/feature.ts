import type { Feature } from '#feature'
import { searchIndex } from './index-command.ts'
import { runIndexer } from './inverted-index/indexer.ts'
import { loadWordTables } from './question/word-tables.ts'

export const search: Feature = {
  background({ backgroundDb, log, config }) {
    const loading = config.WORD_TABLES === 'on' ? loadWordTables(backgroundDb, log) : Promise.resolve()
    loading.catch((err) => log.warn({ err }, 'The word tables could not be loaded; searches find by words alone'))
    const indexer = runIndexer(backgroundDb, log)
    return {
      async stop() {
        await Promise.allSettled([indexer.stop(), loading])
      },
    }
  },
  commands: { index: searchIndex },
}
