import './audit.css'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { EventFilter } from './event-filter.tsx'
import { EventTable } from './event-table.tsx'
import { eventsQuery, parseEventParams } from './events-query.ts'
import { messages } from './messages.ts'

/** The audit log of accounts, newest first. */
export function AuditPage({ user, title }: BackOfficePageProps) {
  const { send, site } = useAppContext()
  const params = parseEventParams(useSearchParams()[0])
  const query = useQuery(eventsQuery(send, user, params))
  const { data, isPlaceholderData } = query
  const href = (page: number) => `${queryString({ ...params, page })}#${listHeadingId}`
  return (
    <>
      <BackOfficeHeading
        title={title}
        hint={messages.hint(site.retention.audit_days)}
        status={data ? messages.count(data.count) : ''}
      />
      <EventFilter {...params} />
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {({ count, events }) => (
          <div className={isPlaceholderData ? 'opacity-50' : undefined} aria-busy={isPlaceholderData}>
            {events.length ? <EventTable user={user} events={events} /> : <NoEvents />}
            <Pager page={params.page} pages={Math.ceil(count / limits.managedImagesPerPage)} href={href} />
          </div>
        )}
      </LoadState>
    </>
  )
}

function NoEvents() {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 max-w-[44ch] text-soft">{messages.noneHint}</p>
      <a className="button main mt-6" href={queryString({})}>
        {messages.showAll}
      </a>
    </CheckerboardPanel>
  )
}
