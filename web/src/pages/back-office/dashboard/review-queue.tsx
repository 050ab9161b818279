import type { ReviewQueue } from '@vitrine/contract/calls/back-office/dashboard'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { isFault } from '@vitrine/contract/measures/findings'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { queryString } from '#api/query-string.ts'
import { durationSince, relativeTime } from '#ui/back-office/date-time.tsx'
import type { Inbox } from './dashboard-queries.ts'
import { messages } from './messages.ts'

interface ReviewQueuePanelsProps {
  user: SignedInUser
  waiting: Inbox['waiting']
  queue: ReviewQueue
}

/** What waits for the admins, what was found in it, and who has decided how much. */
export function ReviewQueuePanels({ user, waiting, queue }: ReviewQueuePanelsProps) {
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      <Queue user={user} waiting={waiting} contributors={queue.contributors} />
      <Flags user={user} findings={queue.findings} />
      <Reviewers reviewers={queue.reviewers} />
    </div>
  )
}

const row = 'flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1.5'

interface QueueProps extends Omit<ReviewQueuePanelsProps, 'queue'> {
  contributors: ReviewQueue['contributors']
}

function Queue({ user, waiting, contributors }: QueueProps) {
  return (
    <section className="panel px-5 py-4 md:max-xl:col-span-2">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="heading">{messages.queue}</h2>
          <p className="mt-0.5 text-soft text-sm">
            {waiting.oldest_at
              ? messages.imageCount(waiting.count) + messages.oldestFor(durationSince(waiting.oldest_at))
              : messages.emptyQueue}
          </p>
        </div>
        {waiting.count > 0 && (
          <a href={backOfficeHref(user, 'review')} className="button main small">
            {messages.review}
          </a>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        {contributors.map(({ username, count, oldest_at }) => (
          <li key={username} className={row}>
            <a
              className="wrap-anywhere inline-block min-h-6 min-w-0 font-semibold hover:text-accent"
              href={backOfficeHref(user, 'review') + queryString({ username })}
            >
              {username}
            </a>
            <span className="text-soft tabular-nums">
              {messages.imageCount(count)}
              {' · '}
              {messages.waitingFor(durationSince(oldest_at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Flags that the dashboard shows. */
const maxFlags = 8

/** The kinds of findings of pending images; a click lists the images of one kind. */
function Flags({ user, findings }: { user: SignedInUser; findings: ReviewQueue['findings'] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="heading">{messages.flags}</h2>
      {findings.length === 0 && <p className="mt-1.5 text-soft">{messages.noFlags}</p>}
      <ul className="mt-2 divide-y divide-line text-sm">
        {findings.slice(0, maxFlags).map(({ kind, count }) => (
          <li key={kind}>
            <a
              href={backOfficeHref(user, 'pending') + queryString({ finding: kind })}
              className={`${row} hover:text-accent`}
            >
              <span className="flex items-center gap-2.5">
                <span className={isFault({ kind }) ? 'dot rejected' : 'dot pending'} />
                {findingLabel(kind)}
              </span>
              <span className="text-soft tabular-nums">{messages.imageCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Reviewers({ reviewers }: { reviewers: ReviewQueue['reviewers'] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="heading">{messages.reviewers}</h2>
      <p className="mt-0.5 text-soft text-sm">{messages.reviewersHint(limits.statisticsDays)}</p>
      {reviewers.length === 0 && <p className="mt-2 text-soft">{messages.noReviewers}</p>}
      <ul className="mt-2 divide-y divide-line text-sm">
        {reviewers.map(({ username, approved, rejected, last_at }) => (
          <li key={username} className={row}>
            <span className="wrap-anywhere min-w-0 font-semibold">{username}</span>
            <span className="text-soft tabular-nums">
              {messages.decisions(approved, rejected)}
              {' · '}
              <time dateTime={last_at}>{relativeTime(last_at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
