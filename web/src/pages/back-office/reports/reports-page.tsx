import './reports.css'
import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { useCharacterKeysSetting } from '#ui/back-office/keys/character-keys-setting.ts'
import { KeyDialog } from '#ui/back-office/keys/key-dialog.tsx'
import { useCharacterKeys } from '#ui/back-office/keys/use-character-keys.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import {
  type Choice,
  keyList,
  messages,
  outcomeKeys,
  type Settlement,
  settlementKeys,
  settlements,
} from './messages.ts'
import { ObjectionDialog } from './objection-dialog.tsx'
import { queueQuery, type ReportedImage } from './report-queries.ts'
import { canChoose, editHref, ReportedImageEntry } from './reported-image.tsx'
import { TakenDownSection } from './taken-down-section.tsx'
import { type Decision, useReportDecisions } from './use-report-decisions.ts'

/** Pictures with open reports, to be decided about one after the other by keys. */
export function ReportsPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = { page: pageParam(search), username: search.get('username') ?? '' }
  const query = useQuery(queueQuery(send, user, list))
  const { decide, settle, undoLast } = useReportDecisions(user, list)
  const [currentId, setCurrentId] = useState<number | null>(null)
  // Where the selection is while its line is not there: the next one may come with the next answer.
  const [place, setPlace] = useState(0)
  const [question, setQuestion] = useState<{ image: ReportedImage; choice: Choice } | null>(null)
  const [settling, setSettling] = useState<{ image: ReportedImage; outcome: Settlement } | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const [areKeysOn] = useCharacterKeysSetting()

  const images = query.data?.images ?? []
  const current = images.find(({ id }) => id === currentId) ?? images[Math.min(place, images.length - 1)]
  const neighbour = (step: number) => current && images[images.indexOf(current) + step]
  const move = (step: number) => setCurrentId(neighbour(step)?.id ?? current?.id ?? null)
  const ask = (choice: Choice, image = current) => {
    if (!image || !canChoose(choice, image, user)) return
    setCurrentId(image.id)
    setQuestion({ image, choice })
  }
  const askToSettle = (outcome: Settlement, image = current) => {
    if (!image?.objection) return
    setCurrentId(image.id)
    setSettling({ image, outcome })
  }
  const confirm = async (image: ReportedImage, decision: Decision) => {
    setPlace(images.indexOf(image))
    setCurrentId(neighbour(1)?.id ?? null)
    const isStored = await decide(image, decision)
    if (!isStored) return setCurrentId(image.id)
    if (decision.choice === 'corrected' && !image.is_deleted) void navigate(editHref(user, image))
  }
  useCharacterKeys(
    {
      arrowleft: () => move(-1),
      arrowup: () => move(-1),
      arrowright: () => move(1),
      arrowdown: () => move(1),
      z: undoLast,
      '?': () => setShowsKeys(true),
      ...Object.fromEntries(Object.entries(outcomeKeys).map(([choice, key]) => [key, () => ask(choice as Choice)])),
      ...Object.fromEntries(settlements.map((outcome) => [settlementKeys[outcome], () => askToSettle(outcome)])),
    },
    areKeysOn && question === null && settling === null,
  )
  return (
    <>
      <BackOfficeHeading title={title} hint={messages.hint} status={query.data ? messages.count(query.data.count) : ''}>
        <div className="flex flex-wrap gap-2.5">
          <a className="button small" href={backOfficeHref(user, 'refusedCopies')}>
            {messages.toRefusedCopies}
          </a>
          <button type="button" className="button small" onClick={() => setShowsKeys(true)}>
            {messages.keys}
          </button>
        </div>
      </BackOfficeHeading>
      {list.username && (
        <p className="mb-4 flex flex-wrap gap-x-4">
          {messages.onlyOf(list.username)}
          <a className="link" href={backOfficeHref(user, 'reports')}>
            {messages.ofAll}
          </a>
        </p>
      )}
      <p role="status" className="sr-only">
        {current && messages.nowShowing(current.title, images.indexOf(current) + 1, images.length, current.count)}
      </p>
      {/* The footer stays below what is seen at first, so that what loads moves nothing. */}
      <div className="min-h-dvh">
        <LoadState query={query} loading={messages.loading} failed={messages.failed}>
          {({ count }) =>
            images.length ? (
              <>
                <ol className="grid gap-3" aria-label={messages.list}>
                  {images.map((image) => (
                    <ReportedImageEntry
                      key={image.id}
                      {...{ user, image, areKeysOn }}
                      isCurrent={image.id === current?.id}
                      onSelect={() => setCurrentId(image.id)}
                      onDecide={(choice) => ask(choice, image)}
                      onSettle={(outcome) => askToSettle(outcome, image)}
                    />
                  ))}
                </ol>
                <Pager
                  page={list.page}
                  pages={Math.ceil(count / limits.managedImagesPerPage)}
                  href={(to) => `${queryString({ page: to, username: list.username })}#${listHeadingId}`}
                />
              </>
            ) : (
              <CheckerboardPanel>
                <p className="heading">{messages.none}</p>
                <p className="mt-2 text-soft">{messages.noneHint}</p>
              </CheckerboardPanel>
            )
          }
        </LoadState>
        {query.data && <TakenDownSection user={user} />}
      </div>
      {question && (
        <DecisionDialog
          {...question}
          onDecide={(decision) => void confirm(question.image, decision)}
          onClose={() => setQuestion(null)}
        />
      )}
      {settling && (
        <ObjectionDialog
          {...settling}
          onSettle={(sentence) => {
            setPlace(images.indexOf(settling.image))
            void settle(settling.image, settling.outcome, sentence)
          }}
          onClose={() => setSettling(null)}
        />
      )}
      {showsKeys && <KeyDialog keys={keyList} onClose={() => setShowsKeys(false)} />}
    </>
  )
}
