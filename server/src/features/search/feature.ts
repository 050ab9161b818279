import type { Feature } from '#feature'
import { runWhileOpen } from '#kit/background-task'
import { searchIndex } from './index-command.ts'
import { runIndexer } from './inverted-index/indexer.ts'
import { trimSearchLog } from './log/search-log.sql.ts'
import { createSearchLog, searchLogRoutes } from './log/search-log.ts'
import { loadWordTables } from './question/load-word-tables.ts'
import { searchSettingsChanged } from './search-settings.sql.ts'
import { synonymRoutes } from './synonyms/synonym-routes.ts'

export const search: Feature = {
  routes(app, deps) {
    const searchLog = createSearchLog(deps)
    runWhileOpen(app, searchLog.run)
    searchLogRoutes(deps, searchLog)
    synonymRoutes(deps)
  },
  jobs: ({ backgroundDb }) => [{ nightly: { trim_search_log: () => trimSearchLog(backgroundDb) } }],
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
  clearsCaches: [searchSettingsChanged],
  commands: { index: searchIndex },
}
