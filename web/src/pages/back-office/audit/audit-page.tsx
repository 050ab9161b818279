import { auditEvents, people } from '@vitrine/contract/calls/accounts/people'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useAppContext } from '#api/app-context.ts'
import { pageOfList, useRead } from '#api/back-office.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { Listing, useListAddress } from '#ui/back-office/listing.tsx'
import { SearchField } from '#ui/back-office/search-field.tsx'
import { Select } from '#ui/forms/form-field.tsx'
import { Pager } from '#ui/pager.tsx'
import { EventEntry } from './event-list.tsx'
import { messages } from './messages.ts'

/** Reads the query parameters; an unknown event counts as no filter. */
const parseEventParams = (params: URLSearchParams) => ({
  what: auditEvents.find((one) => one === params.get('what')),
  username: params.get('username') ?? '',
  page: pageParam(params),
})

export function AuditPage({ title }: { title: string }) {
  const { site } = useAppContext()
  const { params, set, filter } = useListAddress(parseEventParams)
  const query = useRead(people.events, { query: params }, pageOfList)
  const href = (page: number) => `${queryString({ ...params, page })}#${listHeadingId}`
  return (
    <>
      <BackOfficeHeading
        title={title}
        status={query.data ? messages.count(query.data.count, site.retention.audit_days) : ''}
      >
        <div className="flex flex-wrap items-center gap-2">
          <Select
            {...filter('what')}
            aria-label={messages.what}
            none={messages.anything}
            choices={auditEvents.map((event) => ({ value: event, label: messages.eventNames[event] }))}
          />
          <SearchField
            label={messages.account}
            placeholder={messages.placeholder}
            search={params.username}
            className="basis-48"
            maxLength={40}
            onSearch={(username) => set({ username })}
          />
        </div>
      </BackOfficeHeading>
      <Listing query={query} texts={messages} isEmpty={({ events }) => !events.length}>
        {({ count, events }) => (
          <>
            <ol className="panel divide-y divide-line">
              {events.map((event) => (
                <EventEntry key={event.id} event={event} />
              ))}
            </ol>
            <Pager page={params.page} pages={Math.ceil(count / limits.managedImagesPerPage)} href={href} />
          </>
        )}
      </Listing>
    </>
  )
}
