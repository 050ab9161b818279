import { searchLog as endpoints } from '@vitrine/contract/calls/visitors/search'
import type { EndpointServer } from '#kit/http/endpoints'
import { changeSettings, type SettingsDeps } from '../change-settings.ts'
import { mostFrequentQuestions, searchLogTotals, setSearchLog } from './search-log.sql.ts'
import type { SearchLog } from './search-log.ts'

interface SearchLogDeps extends SettingsDeps {
  searchLog: SearchLog
}

/** Mounts the browsers' reports, and the admins' calls about them. */
export function searchLogRoutes(serve: EndpointServer, { searchLog, ...deps }: SearchLogDeps) {
  const { db, searchSettings } = deps
  serve(endpoints, {
    async report({ body, request }) {
      return { is_counted: await searchLog.count(body, request) }
    },

    async read({ query: { days } }) {
      const { has_search_log } = await searchSettings.get()
      const totals = await searchLogTotals(db, days)
      const most_frequent = await mostFrequentQuestions(db, days, { isUnanswered: false })
      const unanswered = await mostFrequentQuestions(db, days, { isUnanswered: true })
      return { has_search_log, totals, most_frequent, unanswered }
    },

    async configure({ body: { has_search_log }, caller, request }) {
      await changeSettings(deps, {
        ...{ what: has_search_log ? 'search log switched on' : 'search log switched off', caller, request },
        change: (transaction) => setSearchLog(transaction, has_search_log),
      })
      return { message: stateMessage(has_search_log) }
    },
  })
}

const stateMessage = (isOn: boolean) =>
  isOn ? 'Searches are counted from now on.' : 'Searches are not counted any more, and what was counted is deleted.'
