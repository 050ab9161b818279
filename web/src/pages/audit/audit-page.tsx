import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/limits'
import type { SignedInUser } from '@vitrine/contract/users'
import { useSearchParams } from 'react-router'
import { listHeadingId, queryString } from '../../parts/asking.ts'
import { LoadState } from '../../parts/awaited.tsx'
import { CheckerboardPanel } from '../../parts/bold-checks.tsx'
import type { BackOfficePage } from '../../parts/office.tsx'
import { BackOfficeHeading } from '../../parts/office-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useAppContext } from '../../surroundings.ts'
import { EventFilter } from './event-filter.tsx'
import { EventTable } from './event-table.tsx'
import { eventsQuery, parseEventParams } from './events-of.ts'
import { messages } from './words.ts'

export const audit: BackOfficePage = { title: messages.title, Page: AuditPage }

/** What happened to accounts, the latest first. */
function AuditPage({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const [address] = useSearchParams()
  const asked = parseEventParams(address)
  const query = useQuery(eventsQuery(send, user, asked))
  const { data, isPlaceholderData: old } = query
  const href = (page: number) => `${queryString({ ...asked, page })}#${listHeadingId}`
  return (
    <>
      <BackOfficeHeading
        title={messages.title}
        hint={messages.hint(limits.auditDays)}
        status={data ? messages.count(data.count) : ''}
      />
      <EventFilter {...asked} />
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {({ count, events }) => (
          <div className={old ? 'opacity-50' : undefined} aria-busy={old}>
            {events.length ? <EventTable events={events} /> : <NoEvents />}
            <Pager page={asked.page} pages={Math.ceil(count / limits.managedImagesPerPage)} href={href} />
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
