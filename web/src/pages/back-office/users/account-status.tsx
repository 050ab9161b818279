import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import { relativeTime } from '#ui/back-office/date-time.tsx'
import { messages } from './messages.ts'

/** An inactive account cannot sign in either, blocked or not. */
export const isLockedOut = ({ is_active, is_block }: UserAccount) => is_block || !is_active

export function AccountStatus({ person }: { person: UserAccount }) {
  return (
    <span className="flex items-center gap-2 text-ink">
      <span className={isLockedOut(person) ? 'dot rejected' : 'dot approved'} />
      {isLockedOut(person) ? messages.blocked : messages.active}
      {person.hides_images && <span className="text-soft">{messages.imagesHidden}</span>}
    </span>
  )
}

/** When the person last used a session, accurate to the lifetime of an access token. */
export function LastSeen({ person: { last_seen } }: { person: UserAccount }) {
  if (!last_seen) return messages.notSeen
  return (
    <>
      {`${messages.lastSeen} `}
      <time dateTime={last_seen}>{relativeTime(last_seen, { resolution: 11 })}</time>
    </>
  )
}
