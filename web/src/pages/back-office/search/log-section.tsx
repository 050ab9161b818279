import { type LoggedQuestion, searchLog, searchLogPeriods } from '@vitrine/contract/calls/visitors/search'
import type { Reply } from '@vitrine/contract/endpoint'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { pageOfList, useRead } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { searchHref } from '#search/image-search.ts'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { Button, SmallButton } from '#ui/button.tsx'
import { messages } from './messages.ts'

/** The switch of the search log, and what it holds. */
export function LogSection({ onAddSynonym }: { onAddSynonym: (said: string) => void }) {
  const [search] = useSearchParams()
  const days = searchLogPeriods.find((one) => String(one) === search.get('days')) ?? 30
  const query = useRead(searchLog.read, { query: { days } }, pageOfList)
  return (
    <Panel title="What visitors search for">
      <LoadState query={query} failed="Failed to load what was searched for.">
        {({ has_search_log, totals, most_frequent, unanswered }) => (
          <>
            <LogSwitch isOn={has_search_log} />
            {has_search_log && (
              <div className={query.isPlaceholderData ? 'opacity-50' : undefined} aria-busy={query.isPlaceholderData}>
                <nav aria-label="Days" className="chips mt-6">
                  {searchLogPeriods.map((one) => (
                    <a
                      key={one}
                      className="chip"
                      href={queryString({ days: one })}
                      aria-current={one === days || undefined}
                    >
                      {`${one} days`}
                    </a>
                  ))}
                </nav>
                <LogTotals totals={totals} />
                <div className="mt-7 grid items-start gap-x-10 gap-y-7 xl:grid-cols-2">
                  <QuestionList
                    heading="Not found"
                    questions={unanswered}
                    empty={most_frequent.length ? 'Every frequent search found something.' : messages.noneYet}
                    onAddSynonym={onAddSynonym}
                  />
                  <QuestionList
                    heading="Most frequent"
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
    </Panel>
  )
}

/** Whether searches are counted, and the button that changes it. Ending it deletes what was counted, so it asks. */
function LogSwitch({ isOn }: { isOn: boolean }) {
  const { call, isBusy } = useCall()
  const turn = (has_search_log: boolean) => void call(searchLog.configure, { body: { has_search_log } })
  return (
    <>
      <p className="mt-2 mb-4 max-w-[72ch] text-pretty text-soft">{isOn ? messages.on : messages.off}</p>
      {isOn ? (
        <ConfirmButton
          label="Stop counting"
          question="Stop counting searches? All that was counted is deleted."
          isDestructive
          isDisabled={isBusy}
          onConfirm={() => turn(false)}
        />
      ) : (
        <Button className="main" disabled={isBusy} onClick={() => turn(true)} text="Count searches" />
      )}
    </>
  )
}

function LogTotals({ totals }: { totals: Reply<typeof searchLog.read>['totals'] }) {
  const { times, unanswered, corrected, first, near, far } = totals
  const opened = { first, near, far, none: Math.max(0, times - first - near - far) }
  return (
    <section aria-label="Totals" className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-2">
      <Totals
        rows={[
          ['Searches', times.toLocaleString('en')],
          ['Without an answer', messages.share(unanswered, times)],
          ['Answered with other words', messages.share(corrected, times)],
        ]}
      />
      <div>
        <h3 className="mb-1.5 font-medium text-sm">Opened from the results</h3>
        <Totals
          rows={(['first', 'near', 'far', 'none'] as const).map((place) => [
            messages.places[place],
            messages.share(opened[place], times),
          ])}
        />
      </div>
    </section>
  )
}

const Totals = ({ rows }: { rows: [label: string, value: string][] }) => (
  <dl className="grid content-start gap-1.5 text-sm">
    {rows.map(([label, value]) => (
      <div key={label} className="flex justify-between gap-4 border-line border-b pb-1.5">
        <dt className="text-soft">{label}</dt>
        <dd className="shrink-0 tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

interface QuestionListProps {
  heading: string
  questions: LoggedQuestion[]
  /** Shown without a question. */
  empty: string
  onAddSynonym: (said: string) => void
}

/** Questions by how often they were asked; one that its own words do not answer can be made a synonym. */
function QuestionList({ heading, questions, empty, onAddSynonym }: QuestionListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-semibold">
        {heading}
      </h3>
      {questions.length === 0 && <p className="mt-2 text-soft">{empty}</p>}
      <ol>
        {questions.map((logged) => (
          <Question key={logged.question} {...{ logged, onAddSynonym }} />
        ))}
      </ol>
    </section>
  )
}

function Question({ logged, onAddSynonym }: { logged: LoggedQuestion } & Pick<QuestionListProps, 'onAddSynonym'>) {
  const { question, images, is_corrected } = logged
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <a
          className="link wrap-anywhere inline-block min-h-6 font-medium text-base"
          href={searchHref({ title: question })}
          title={`Search for “${question}”`}
        >
          {question}
        </a>
        <p className="text-soft tabular-nums">{messages.timesAndFound(logged)}</p>
      </div>
      {(images === 0 || is_corrected) && (
        <SmallButton
          aria-label={`Add a synonym of “${question}”`}
          onClick={() => onAddSynonym(question)}
          text="Add a synonym"
        />
      )}
    </li>
  )
}
