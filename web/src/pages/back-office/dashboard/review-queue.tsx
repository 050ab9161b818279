import type { inbox, ReviewQueue } from '@vitrine/contract/calls/back-office/dashboard'
import type { Reply } from '@vitrine/contract/endpoint'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { isFault } from '@vitrine/contract/measures/findings'
import { backOfficeHref } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { durationSince, relativeTime } from '#ui/back-office/date-time.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { imageCount, messages } from './messages.ts'

interface ReviewQueuePanelsProps {
  waiting: Reply<typeof inbox.read>['waiting']
  queue: ReviewQueue
}

/** What waits for the admins, what was found in it, and who has decided how much. */
export function ReviewQueuePanels({ waiting, queue }: ReviewQueuePanelsProps) {
  const user = useUser()
  const { contributors, findings, reviewers } = queue
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      <Panel
        title="Review queue"
        className="md:max-xl:col-span-2"
        hint={messages.waiting(waiting, 'Nothing waits for review.')}
        action={
          waiting.count > 0 && (
            <a href={backOfficeHref(user, 'review')} className="button main small">
              Review
            </a>
          )
        }
      >
        <Rows
          rows={contributors.map(({ username, count, oldest_at }) => ({
            key: username,
            href: backOfficeHref(user, 'review') + queryString({ username }),
            label: username,
            value: `${imageCount(count)} · for ${durationSince(oldest_at)}`,
          }))}
        />
      </Panel>
      <Panel title="Findings in the queue" hint={findings.length ? undefined : 'No findings in what waits.'}>
        <Rows
          rows={findings.slice(0, maxFindings).map(({ kind, count }) => ({
            key: kind,
            href: backOfficeHref(user, 'pending') + queryString({ finding: kind }),
            dot: isFault({ kind }) ? 'rejected' : 'pending',
            label: findingLabel(kind),
            value: imageCount(count),
          }))}
        />
      </Panel>
      <Panel
        title="Reviewers"
        hint={reviewers.length ? `Decisions of the last ${limits.statisticsDays} days` : 'No decisions yet.'}
      >
        <Rows
          rows={reviewers.map(({ username, approved, rejected, last_at }) => ({
            key: username,
            label: username,
            value: `${messages.decisions(approved, rejected)} · ${relativeTime(last_at)}`,
          }))}
        />
      </Panel>
    </div>
  )
}

const maxFindings = 8

function Rows({ rows }: { rows: { key: string; href?: string; dot?: string; label: string; value: string }[] }) {
  return (
    <ul className="mt-2 divide-y divide-line text-sm">
      {rows.map(({ key, href, dot, label, value }) => (
        <li key={key} className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1.5">
          <a href={href} className="wrap-anywhere flex min-h-6 min-w-0 items-center gap-2.5 font-semibold">
            {dot && <span className={`dot ${dot}`} />}
            {label}
          </a>
          <span className="text-soft tabular-nums">{value}</span>
        </li>
      ))}
    </ul>
  )
}
