import { allLists } from '@vitrine/contract/calls/back-office-lists'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useRef } from 'react'
import { queryString } from '#api/query-string.ts'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { UndoButton } from './actions.tsx'
import { messages } from './messages.ts'
import { countVerdicts, itemOf, type ReviewSession } from './model/review-session.ts'

interface QueueEndProps {
  user: SignedInUser
  username: string
  sitting: ReviewSession
  undo: () => void
  lookAgain: () => void
  readAgain: () => void
}

/** The end of the queue, or of what could be read of it. */
export function QueueEnd({ user, username, sitting, undo, lookAgain, readAgain }: QueueEndProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const done = countVerdicts(sitting)
  const last = itemOf(sitting, sitting.undoStack.at(-1) ?? null)
  // The button that was pressed last is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus()
  }, [])
  return (
    <CheckerboardPanel>
      <h2 ref={heading} tabIndex={-1} className="heading">
        {sitting.hasFailed ? allLists.pending.messages.failed : headingOf(username, done.skipped)}
      </h2>
      <p className="mt-2 text-soft">
        {sitting.undoStack.length > 0
          ? `${messages.session}: ${messages.tally(done)}.`
          : !sitting.hasFailed && messages.emptyHint}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        {done.skipped > 0 && (
          <button type="button" className="button main" onClick={lookAgain}>
            {messages.showSkipped(done.skipped)}
          </button>
        )}
        <button type="button" className="button" onClick={readAgain}>
          {sitting.hasFailed ? shared.tryAgain : messages.checkForNew}
        </button>
        {last && <UndoButton last={last} undo={undo} />}
        <a className="button" href={username ? queryString({}) : backOfficeHref(user, 'pending')}>
          {username ? messages.all : messages.pendingList}
        </a>
      </div>
    </CheckerboardPanel>
  )
}

function headingOf(username: string, skipped: number): string {
  if (skipped > 0) return messages.onlySkipped
  return username ? messages.emptyOf(username) : messages.empty
}
