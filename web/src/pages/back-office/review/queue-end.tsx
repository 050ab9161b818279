import { review } from '@vitrine/contract/calls/back-office/review'
import { backOfficeHref } from '@vitrine/contract/pages'
import { useEffect, useRef } from 'react'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { Button } from '#ui/button.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { UndoButton } from './actions.tsx'
import { messages } from './messages.ts'
import { countVerdicts, lastDecided, lastUndoable, type ReviewSession } from './review-session.ts'
import type { QueueFilter } from './use-review-session.ts'

interface QueueEndProps {
  filter: QueueFilter
  session: ReviewSession
  undo: () => void
  requeueSkipped: () => void
  refetch: () => void
}

/** The end of the queue, or a failed fetch. */
export function QueueEnd({ filter, session, undo, requeueSkipped, refetch }: QueueEndProps) {
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
