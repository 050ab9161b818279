import { allLists } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect, useRef } from 'react'
import { queryString } from '../../parts/asking.ts'
import { CheckerboardPanel } from '../../parts/bold-checks.tsx'
import { backOfficeHref } from '../../parts/rooms.ts'
import { messages as shared } from '../../parts/words.ts'
import { UndoButton } from './actions.tsx'
import { placeOf, type Sitting, tally } from './sitting.ts'
import { words } from './words.ts'

interface Ended {
  user: SignedInUser
  username: string
  sitting: Sitting
  undo: () => void
  lookAgain: () => void
  readAgain: () => void
}

/** The end of the queue, or of what could be read of it. */
export function NothingWaits({ user, username, sitting, undo, lookAgain, readAgain }: Ended) {
  const heading = useRef<HTMLHeadingElement>(null)
  const done = tally(sitting)
  const last = placeOf(sitting, sitting.acts.at(-1) ?? null)
  // The button that was pressed last is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus()
  }, [])
  return (
    <CheckerboardPanel>
      <h2 ref={heading} tabIndex={-1} className="heading">
        {sitting.failed ? allLists.pending.messages.failed : sayingOf(username, done.skipped)}
      </h2>
      <p className="mt-2 text-soft">
        {sitting.acts.length > 0 ? `${words.sitting}: ${words.tally(done)}.` : !sitting.failed && words.emptyHint}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        {done.skipped > 0 && (
          <button type="button" className="button main" onClick={lookAgain}>
            {words.lookAgain(done.skipped)}
          </button>
        )}
        <button type="button" className="button" onClick={readAgain}>
          {sitting.failed ? shared.tryAgain : words.readAgain}
        </button>
        {last && <UndoButton last={last} undo={undo} />}
        <a className="button" href={username ? queryString({}) : backOfficeHref(user, 'pending')}>
          {username ? words.all : words.pendingList}
        </a>
      </div>
    </CheckerboardPanel>
  )
}

function sayingOf(username: string, skipped: number): string {
  if (skipped > 0) return words.onlySkipped
  return username ? words.emptyOf(username) : words.empty
}
