import { review } from '@vitrine/contract/calls/back-office/review'
import { backOfficeHref } from '@vitrine/contract/pages'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { useImageCounts } from '#shells/back-office/image-counts.ts'
import { useKeymap } from '#ui/back-office/keys.ts'
import { Button } from '#ui/button.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages as stageMessages } from '../stage/messages.ts'
import { UndoButton } from './actions.tsx'
import { messages } from './messages.ts'
import { QueueBar } from './queue-bar.tsx'
import { countVerdicts, isFinished, itemOf, lastDecided, lastUndoable, type ReviewSession } from './review-session.ts'
import { SingleReview } from './single-review.tsx'
import { parseQueueFilter, type QueueFilter, useReviewSession } from './use-review-session.ts'

/** A session per queue: another filter, or another image that is asked for, remounts it. */
export function ReviewPage({ title }: { title: string }) {
  const [search] = useSearchParams()
  const filter = parseQueueFilter(search)
  const requestedId = Number(/^[1-9]\d{0,14}$/.exec(search.get('image') ?? '')?.[0]) || null
  const key = `${filter.username} ${filter.finding} ${requestedId}`
  return <ReviewQueue key={key} {...{ title, filter, requestedId }} />
}

const noticeLayout =
  'absolute top-17 left-1/2 z-2 w-max max-w-[calc(100%-24px)] -translate-x-1/2 rounded-xl px-4 py-2 text-sm'

interface ReviewQueueProps {
  title: string
  filter: QueueFilter
  /** The image that the address asks for. */
  requestedId: number | null
}

/** Pending images and new files one by one, oldest first; decisions are sent in the background. */
function ReviewQueue({ title, filter, requestedId }: ReviewQueueProps) {
  const user = useUser()
  const { session, saving, notice, ...actions } = useReviewSession(filter, requestedId)
  const [editedId, setEditedId] = useState<number | null>(null)
  const navigate = useNavigate()
  const listHref = backOfficeHref(user, 'pending') + queryString({ ...filter })
  const isEditing = session.currentId !== null && editedId === session.currentId

  // Unsaved words must not be decided away by a key.
  useKeymap('stage', [
    { keys: ['z'], does: 'Undo the last one', run: isEditing ? undefined : actions.undo },
    { keys: ['g'], does: messages.listKey, run: isEditing ? undefined : () => void navigate(listHref) },
  ])

  const { data: counts } = useImageCounts()
  const edits = { flag: 'words_edited', order: 'oldest', username: filter.username }
  const editsHref = counts?.edits ? backOfficeHref(user, 'pending') + queryString(edits) : undefined

  const isOver = isOverOf(session)
  return (
    <div className="review">
      <h1 className="sr-only">{title}</h1>
      <QueueBar {...{ session, filter, saving, listHref, editsHref }} move={actions.move} />
      <p role="status" className={`${noticeLayout} glass empty:hidden`}>
        {notice || (session.taken && messages.left(session.taken))}
      </p>
      <p role="status" className="sr-only">
        {announcementOf(session)}
      </p>
      {isOver && (
        <div className="review-over">
          <QueueEnd filter={filter} session={session} {...actions} />
        </div>
      )}
      {!isOver && <SingleReview {...{ filter, session, actions, isEditing, setEditedId }} />}
    </div>
  )
}

const isOverOf = (session: ReviewSession) => isFinished(session) || (session.currentId === null && session.hasFailed)

/** The last verdict and the current image, announced to screen readers. */
function announcementOf(session: ReviewSession): string {
  const { items, currentId, total } = session
  const last = lastDecided(session)
  const current = itemOf(session, currentId)
  const done = last ? messages.verdictDone(last.verdict, last.image.title) : ''
  if (!current) return isOverOf(session) ? done : stageMessages.loading
  const position = stageMessages.position(items.indexOf(current) + 1, total)
  return `${done} ${messages.nowShowing(current.image.title, position)}`
}

interface QueueEndProps {
  filter: QueueFilter
  session: ReviewSession
  undo: () => void
  requeueSkipped: () => void
  refetch: () => void
}

/** The end of the queue, or a failed fetch. */
function QueueEnd({ filter, session, undo, requeueSkipped, refetch }: QueueEndProps) {
  const user = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const isFiltered = filter.username !== '' || filter.finding !== undefined
  const done = countVerdicts(session)
  const last = lastUndoable(session)
  // The button that had the focus was removed, so the focus moves to the heading.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus()
  }, [])
  return (
    <CheckerboardPanel>
      <h2 ref={heading} tabIndex={-1} className="heading">
        {session.hasFailed ? review.lease.messages.failed : headingOf(filter, session)}
      </h2>
      <p className="mt-2 text-soft">
        {lastDecided(session)
          ? `${messages.session}: ${messages.tally(done)}.`
          : !session.hasFailed && 'What contributors upload will show here, the oldest first.'}
      </p>
      {session.elsewhere.length > 0 && <p className="mt-1 text-soft">{messages.elsewhere(session.elsewhere)}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        {done.skipped > 0 && (
          <Button className="main" onClick={requeueSkipped} text={messages.showSkipped(done.skipped)} />
        )}
        <Button onClick={refetch} text={session.hasFailed ? shared.tryAgain : 'Look for new images'} />
        {last && <UndoButton last={last} undo={undo} />}
        <a className="button" href={isFiltered ? queryString({}) : backOfficeHref(user, 'pending')}>
          {isFiltered ? messages.all : 'Pending images'}
        </a>
      </div>
    </CheckerboardPanel>
  )
}

function headingOf({ username, finding }: QueueFilter, session: ReviewSession): string {
  if (countVerdicts(session).skipped > 0) return 'Only what you skipped still waits.'
  if (session.elsewhere.length > 0) return 'Others review what still waits.'
  if (finding) return 'Nothing with these findings waits for review.'
  return username ? `Nothing of ${username}’s waits for review.` : 'Nothing waits for review.'
}
