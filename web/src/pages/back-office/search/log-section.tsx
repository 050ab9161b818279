import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type LoggedQuestion, searchLog, searchLogPeriods } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { searchHref } from '#search/image-search.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { type Period, parsePeriod, type SearchLogReply, searchLogQuery } from './search-queries.ts'

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

/** Whether searches are counted, and the button that changes it. Ending it deletes what was counted, so it asks. */
function LogSwitch({ user, isOn }: { user: SignedInUser; isOn: boolean }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const turn = async (has_search_log: boolean) => {
    setIsBusy(true)
    try {
      const { message } = await apiClient(send)(searchLog.configure, { body: { has_search_log } })
      toast('success', message)
      await cache.invalidateQueries({ queryKey: [...backOfficeKey(user), 'search-log'] })
    } catch (error) {
      toastError(error, searchLog.configure.messages.failed)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <p className="max-w-[72ch] text-pretty text-soft">{isOn ? messages.on : messages.off}</p>
      <button
        type="button"
        className={isOn ? 'button small mt-4 text-bad!' : 'button main mt-4'}
        disabled={isBusy}
        onClick={() => (isOn ? setIsConfirming(true) : void turn(true))}
      >
        {isOn ? messages.switchOff : messages.switchOn}
      </button>
      {isConfirming && (
        <Confirm
          question={messages.confirmOff}
          confirmLabel={messages.switchOff}
          isDestructive
          cancelLabel={messages.cancel}
          onConfirm={() => void turn(false)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

/** The sums of the period: searches, those without an answer, and the places of opened images. */
function LogTotals({ totals }: { totals: SearchLogReply['totals'] }) {
  const { times, unanswered, corrected, first, near, far } = totals
  const opened = { first, near, far, none: Math.max(0, times - first - near - far) }
  return (
    <section aria-label={messages.totals} className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-2">
      <dl className="grid content-start gap-1.5">
        <Total label={messages.searches} value={times.toLocaleString('en')} />
        <Total label={messages.unanswered} value={messages.share(unanswered, times)} />
        <Total label={messages.corrected} value={messages.share(corrected, times)} />
      </dl>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{messages.opened}</h3>
        <dl className="grid gap-1.5">
          {(['first', 'near', 'far', 'none'] as const).map((place) => (
            <Total key={place} label={messages.places[place]} value={messages.share(opened[place], times)} />
          ))}
        </dl>
      </div>
    </section>
  )
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-line border-b pb-1.5 text-sm">
      <dt className="text-soft">{label}</dt>
      <dd className="shrink-0 tabular-nums">{value}</dd>
    </div>
  )
}

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
        {questions.map((one) => (
          <Question key={one.question} logged={one} onAddSynonym={onAddSynonym} />
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
          title={messages.searchFor(question)}
        >
          {question}
        </a>
        <p className="text-soft tabular-nums">{messages.timesAndFound(logged)}</p>
        {images > 0 && <p className="text-soft tabular-nums">{messages.openedPlaces(logged)}</p>}
      </div>
      {(images === 0 || is_corrected) && (
        <button
          type="button"
          className="button small"
          aria-label={messages.addForQuestion(question)}
          onClick={() => onAddSynonym(question)}
        >
          {messages.addFor}
        </button>
      )}
    </li>
  )
}
