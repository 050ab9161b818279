import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/limits'
import type { SignedInUser } from '@vitrine/contract/users'
import { useSearchParams } from 'react-router'
import { asking, topId } from '../../parts/asking.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { BoldChecks } from '../../parts/bold-checks.tsx'
import type { OfficePage } from '../../parts/office.tsx'
import { OfficeHead } from '../../parts/office-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSurroundings } from '../../surroundings.ts'
import { EventFilter } from './event-filter.tsx'
import { EventTable } from './event-table.tsx'
import { askedBy, eventsOf } from './events-of.ts'
import { words } from './words.ts'

export const audit: OfficePage = { title: words.title, Page: AuditPage }

/** What happened to accounts, the latest first. */
function AuditPage({ user }: { user: SignedInUser }) {
  const { send } = useSurroundings()
  const [address] = useSearchParams()
  const asked = askedBy(address)
  const query = useQuery(eventsOf(send, user, asked))
  const { data, isPlaceholderData: old } = query
  const href = (page: number) => `${asking({ ...asked, page })}#${topId}`
  return (
    <>
      <OfficeHead
        title={words.title}
        hint={words.hint(limits.auditDays)}
        status={data ? words.count(data.count) : ''}
      />
      <EventFilter {...asked} />
      <Awaited query={query} loading={words.loading} failed={words.failed}>
        {({ count, events }) => (
          <div className={old ? 'opacity-50' : undefined} aria-busy={old}>
            {events.length ? <EventTable events={events} /> : <Nothing />}
            <Pager page={asked.page} pages={Math.ceil(count / limits.listPage)} href={href} />
          </div>
        )}
      </Awaited>
    </>
  )
}

function Nothing() {
  return (
    <BoldChecks>
      <p className="heading">{words.none}</p>
      <p className="mt-2 max-w-[44ch] text-soft">{words.noneHint}</p>
      <a className="button main mt-6" href={asking({})}>
        {words.everything}
      </a>
    </BoldChecks>
  )
}
