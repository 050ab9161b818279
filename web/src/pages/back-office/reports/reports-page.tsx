import './reports.css'
import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type ReportVerb, reportVerbs } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { imageHref } from '#ui/back-office/image-href.ts'
import { KeysButton } from '#ui/back-office/key-dialog.tsx'
import { moveKeys, useKeymap } from '#ui/back-office/keys.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Pager } from '#ui/pager.tsx'
import { canChoose } from './actions.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { messages, verbKeys } from './messages.ts'
import { type Queue, type QueueList, queueQuery, type ReportedImage, reportsHref } from './report-queries.ts'
import { ListedAlone, NoReports, ReportList } from './reported-images.tsx'
import { type Decision, useReportDecisions } from './use-report-decisions.ts'

/** What the open dialog asks about an image. */
interface Question {
  image: ReportedImage
  verb: ReportVerb
}

/** Pictures with open reports, to be decided about one after the other by keys. */
export function ReportsPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const list = listOf(useSearchParams()[0])
  const query = useQuery(queueQuery(send, user, list))
  const [question, setQuestion] = useState<Question | null>(null)
  const { queue, current, select, move, decide } = useQueue(user, list, query.data)
  const { images, count } = queue

  const ask = (verb: ReportVerb, image = current) => {
    if (!image || !canChoose(verb, image)) return
    select(image)
    setQuestion({ image, verb })
  }
  const pageHref = (page: number) => `${queryString({ ...list, page })}#${listHeadingId}`
  const step = ({ key }: KeyboardEvent) => move(/Left|Up/.test(key) ? -1 : 1)
  useKeymap('stage', [
    { keys: moveKeys.slice(0, 4), does: messages.step, run: step },
    ...reportVerbs.map((verb) => ({ keys: [verbKeys[verb]], does: messages.keys[verb], run: () => ask(verb) })),
  ])
  return (
    <>
      <BackOfficeHeading title={title} hint={messages.hint} status={query.data ? messages.count(count) : ''}>
        <HeadingActions user={user} />
      </BackOfficeHeading>
      <ListedAlone {...{ user, list }} />
      <p role="status" className="sr-only">
        {current &&
          messages.nowShowing(current.title, images.indexOf(current) + 1, images.length, messages.waiting(current))}
      </p>
      {/* The footer stays below what is seen at first, so that what loads moves nothing. */}
      <div className="min-h-dvh">
        <LoadState query={query} loading={messages.loading} failed={messages.failed}>
          {() =>
            images.length ? (
              <>
                <ReportList {...{ user, images, current }} onSelect={select} onDecide={ask} />
                <Pager page={list.page} pages={Math.ceil(count / limits.managedImagesPerPage)} href={pageHref} />
              </>
            ) : (
              <NoReports {...list} />
            )
          }
        </LoadState>
      </div>
      {question && (
        <DecisionDialog
          {...question}
          onDecide={(decision) => void decide(question.image, decision)}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

const HeadingActions = ({ user }: { user: BackOfficePageProps['user'] }) => (
  <div className="flex flex-wrap gap-2.5">
    <a className="button small" href={reportsHref(user, { taken_down: '1' })}>
      {messages.toTakenDown}
    </a>
    <a className="button small" href={backOfficeHref(user, 'audit') + queryString({ what: 'upload refused' })}>
      {messages.toRefusedUploads}
    </a>
    <KeysButton />
  </div>
)

const listOf = (search: URLSearchParams): QueueList => ({
  page: pageParam(search),
  username: search.get('username') ?? '',
  image: Number(search.get('image')) || undefined,
  taken_down: search.has('taken_down') ? '1' : undefined,
})

const emptyQueue: Queue = { count: 0, images: [] }

/** The image that is open, and decisions about the images, each of which opens the next one. */
function useQueue(user: BackOfficePageProps['user'], list: QueueList, answer: Queue = emptyQueue) {
  const navigate = useNavigate()
  const { applied, decide: store } = useReportDecisions(user, list)
  const queue = applied(answer)
  const { images } = queue
  const [currentId, setCurrentId] = useState<number | null>(null)
  // Where the selection is while its line is not there: the next one may come with the next answer.
  const [place, setPlace] = useState(0)
  const current = images.find(({ id }) => id === currentId) ?? images[Math.min(place, images.length - 1)]
  const neighbour = (step: number) => current && images[images.indexOf(current) + step]
  return {
    queue,
    current,
    select: ({ id }: ReportedImage) => setCurrentId(id),
    move: (step: number) => setCurrentId(neighbour(step)?.id ?? current?.id ?? null),
    async decide(image: ReportedImage, decision: Decision) {
      setPlace(images.indexOf(image))
      setCurrentId(neighbour(1)?.id ?? null)
      const isStored = await store(image, decision)
      if (!isStored) return setCurrentId(image.id)
      if (decision.verb === 'correct' && !image.is_deleted) void navigate(imageHref(user, image.id))
    },
  }
}
