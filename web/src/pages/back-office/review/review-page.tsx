import './review.css'
import './grid/review-grid.css'
import './stage/image-stage.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { useCharacterKeys, useCharacterKeysSetting } from '#ui/back-office/keys.ts'
import { ReviewGrid } from './grid/review-grid.tsx'
import { messages } from './messages.ts'
import { needsFetch } from './model/lease-request.ts'
import { gridItems } from './model/review-grid.ts'
import { itemOf, lastDecided, type ReviewSession } from './model/review-session.ts'
import { parseQueueFilter, type QueueFilter, useReviewSession } from './model/use-review-session.ts'
import { QueueBar } from './queue-bar.tsx'
import { QueueEnd } from './queue-end.tsx'
import { ShortcutList } from './shortcuts/shortcut-list.tsx'
import { SingleReview } from './single-review.tsx'

/** A session per queue: another filter, or another image that is asked for, remounts it. */
export function ReviewPage({ user, title }: BackOfficePageProps) {
  const [search] = useSearchParams()
  const filter = parseQueueFilter(search)
  const requestedId = Number(/^[1-9]\d{0,14}$/.exec(search.get('image') ?? '')?.[0]) || null
  const key = `${filter.username} ${filter.finding} ${requestedId}`
  return <ReviewQueue key={key} {...{ user, title, filter, requestedId }} />
}

interface ReviewQueueProps extends BackOfficePageProps {
  filter: QueueFilter
  /** The image that the address asks for. */
  requestedId: number | null
}

/** Pending images one by one or as a grid, oldest first; decisions are sent in the background. */
function ReviewQueue({ user, title, filter, requestedId }: ReviewQueueProps) {
  const { session, saving, notice, ...actions } = useReviewSession(user, filter, requestedId)
  const [areKeysOn] = useCharacterKeysSetting()
  const [showsKeys, setShowsKeys] = useState(false)
  const [editedId, setEditedId] = useState<number | null>(null)
  const [isGridWanted, setIsGridWanted] = useState(false)
  const isEditing = session.currentId !== null && editedId === session.currentId

  const isGrid = isGridWanted && (gridItems(session).length > 0 || needsFetch(session))
  const closeGrid = () => {
    setIsGridWanted(false)
    actions.closeGrid()
  }
  const toggleGrid = () => {
    if (isGrid) return closeGrid()
    setIsGridWanted(true)
    actions.openGrid()
  }
  // Only what was left out is there: it is reviewed one by one.
  if (isGridWanted && !isGrid) closeGrid()
  useCharacterKeys(
    { z: actions.undo, g: toggleGrid, '?': () => setShowsKeys(true) },
    // Unsaved words must not be decided away by a key.
    areKeysOn && !isEditing,
  )

  const isFinished = session.currentId === null && (session.isFinished || session.hasFailed)
  return (
    <div className="review">
      <h1 className="sr-only">{title}</h1>
      <QueueBar
        {...{ user, session, filter, saving, notice, isGrid, toggleGrid }}
        move={actions.move}
        showKeys={() => setShowsKeys(true)}
      />
      <p role="status" className="sr-only">
        {announcementOf(session)}
      </p>
      {isFinished && (
        <div className="review-over">
          <QueueEnd user={user} filter={filter} session={session} {...actions} />
        </div>
      )}
      {!isFinished && isGrid && (
        <ReviewGrid session={session} approve={actions.approveGrid} undo={actions.undo} close={closeGrid} />
      )}
      {!isFinished && !isGrid && (
        <SingleReview
          {...{ user, filter, session, actions, isEditing, setEditedId }}
          areKeysOn={areKeysOn && !isEditing}
        />
      )}
      {showsKeys && <ShortcutList onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

/** The last verdict and the current image, announced to screen readers. */
function announcementOf(session: ReviewSession): string {
  const { items, currentId, total } = session
  const [last, ...others] = lastDecided(session)
  const current = itemOf(session, currentId)
  const done =
    last && last.verdict !== 'waiting' ? messages.verdictDone(last.verdict, last.image.title, others.length) : ''
  if (!current) return session.isFinished || session.hasFailed ? done : messages.loading
  return `${done} ${messages.nowShowing(current.image.title, messages.position(items.indexOf(current) + 1, total))}`
}
