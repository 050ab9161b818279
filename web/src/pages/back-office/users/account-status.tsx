import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import { DateText, relativeTime } from '#ui/back-office/date-time.tsx'

/** An inactive account cannot sign in either, blocked or not. */
export const isLockedOut = ({ is_active, is_block }: UserAccount) => is_block || !is_active

export function AccountStatus({ person }: { person: UserAccount }) {
  return (
    <span className="flex items-center gap-2 text-ink">
      <span className={isLockedOut(person) ? 'dot rejected' : 'dot approved'} />
      {isLockedOut(person) ? 'Blocked' : 'Active'}
      {person.hides_images && <span className="text-soft">Images hidden</span>}
    </span>
  )
}

/** Address, telephone number, the day of joining, and the last use to the lifetime of an access token. */
export function PersonFacts({ person: { email, number, date_joined, last_seen } }: { person: UserAccount }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-soft text-sm tabular-nums">
      <a href={`mailto:${email}`} className="link wrap-anywhere inline-block min-h-6 text-ink">
        {email}
      </a>
      {number && <span>{number}</span>}
      <span>
        Joined <DateText at={date_joined} />
      </span>
      {last_seen ? (
        <span>
          Last seen <time dateTime={last_seen}>{relativeTime(last_seen, { resolution: 11 })}</time>
        </span>
      ) : (
        'Not signed in lately'
      )}
    </p>
  )
}
