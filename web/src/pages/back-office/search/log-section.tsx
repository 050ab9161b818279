import { useQuery } from '@tanstack/react-query'
import { searchLogPeriods } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { LogSwitch } from './log-switch.tsx'
import { LogTotals } from './log-totals.tsx'
import { messages } from './messages.ts'
import { QuestionList } from './question-list.tsx'
import { type Period, parsePeriod, searchLogQuery } from './search-queries.ts'

interface LogSectionProps {
  user: SignedInUser
  onAddSynonym: (said: string) => void
}

/** The switch of the search log, and what it holds. */
export function LogSection({ user, onAddSynonym }: LogSectionProps) {
  const { send } = useAppContext()
  const days = parsePeriod(useSearchParams()[0])
  const query = useQuery(searchLogQuery(send, user, days))
  return (
    <section aria-labelledby="log" className="panel px-5 py-6 sm:px-8 sm:py-7">
      <h2 id="log" className="heading mb-3">
        {messages.log}
      </h2>
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {({ has_search_log, totals, most_frequent, unanswered }) => (
          <>
            <LogSwitch user={user} isOn={has_search_log} />
            {has_search_log && (
              <div className={query.isPlaceholderData ? 'opacity-50' : undefined} aria-busy={query.isPlaceholderData}>
                <PeriodLinks days={days} />
                <LogTotals totals={totals} />
                <div className="mt-7 grid items-start gap-x-10 gap-y-7 xl:grid-cols-2">
                  <QuestionList
                    heading={messages.notFound}
                    questions={unanswered}
                    empty={most_frequent.length ? messages.allFound : messages.noneYet}
                    onAddSynonym={onAddSynonym}
                  />
                  <QuestionList
                    heading={messages.mostFrequent}
                    questions={most_frequent}
                    empty={messages.noneYet}
                    onAddSynonym={onAddSynonym}
                  />
                </div>
              </div>
            )}
          </>
        )}
      </LoadState>
    </section>
  )
}

function PeriodLinks({ days }: { days: Period }) {
  return (
    <nav aria-label={messages.period} className="chips mt-6">
      {searchLogPeriods.map((one) => (
        <a key={one} className="chip" href={queryString({ days: one })} aria-current={one === days || undefined}>
          {messages.lastDays(one)}
        </a>
      ))}
    </nav>
  )
}
