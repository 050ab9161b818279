import { backOfficeHref } from '@vitrine/contract/pages'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { useImageCounts } from '#shells/back-office/image-counts.ts'
import { useKeymap } from '#ui/back-office/keys.ts'
import { messages as stageMessages } from '../stage/messages.ts'
import { messages } from './messages.ts'
import { QueueBar } from './queue-bar.tsx'
import { QueueEnd } from './queue-end.tsx'
import { isFinished, itemOf, lastDecided, type ReviewSession } from './review-session.ts'
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
