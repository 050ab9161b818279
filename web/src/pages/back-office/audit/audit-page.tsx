import { type AuditEvent, auditEvents, auditEventTexts, people } from '@vitrine/contract/calls/accounts/people'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useAppContext } from '#api/app-context.ts'
import { pageOfList, useRead, useUser } from '#api/back-office.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { deviceName } from '#ui/back-office/device-name.ts'
import { Listing, useListAddress } from '#ui/back-office/listing.tsx'
import { SearchField } from '#ui/back-office/search-field.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'
import { Select } from '#ui/forms/form-field.tsx'
import { Pager } from '#ui/pager.tsx'

const messages = {
  count: (count: number, days: number) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}, kept for ${days} days`,
  failed: 'Failed to load what happened.',
  none: 'Nothing like this was written down.',
  noneHint: 'Sign-ins under a name that no account has belong to no account.',
  showAll: 'Show everything',
  images: (count: number) => (count === 1 ? 'one image' : `${count.toLocaleString('en')} images`),
  image: ({ id, title }: { id: number; title: string | null }) => (title ? `${title} (image ${id})` : `image ${id}`),
}

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
            aria-label="What"
            none="Anything"
            choices={auditEvents.map((event) => ({ value: event, label: auditEventTexts[event] }))}
          />
          <SearchField
            label="Account"
            placeholder="Part of a username"
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

type AuditEntry = Reply<typeof people.events>['events'][number]

const columns = 'lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_11rem_minmax(0,1fr)]'

/** Events that stand out while an admin scans the list. */
const suspiciousEvents: AuditEvent[] = ['sign-in failed', 'blocked', 'made an admin']

function EventEntry({ event }: { event: AuditEntry }) {
  const { at, what, by, user, count, image, address, user_agent } = event
  return (
    <li className={`flex flex-wrap items-baseline gap-x-5 gap-y-0.5 px-5 py-2.5 text-sm ${columns}`}>
      <div className="max-lg:basis-full">
        <span className={`font-medium ${suspiciousEvents.includes(what) ? 'text-bad' : ''}`}>
          {auditEventTexts[what]}
        </span>
        {image ? ` · ${messages.image(image)}` : count !== null && ` · ${messages.images(count)}`}
        {what === 'sign-in failed' && user === null && ' · no such account'}
        {user && user !== by && (
          <>
            {' · '}
            <AccountLink username={user} />
          </>
        )}
        <RefusedUpload event={event} />
      </div>
      <span>{by ? <AccountLink username={by} /> : <span className="text-soft">Not signed in</span>}</span>
      <span className="text-soft tabular-nums">
        <DateTimeText at={at} />
      </span>
      <span className="wrap-anywhere text-soft">
        {user_agent && `${deviceName(user_agent)}, `}
        {address}
      </span>
    </li>
  )
}

function AccountLink({ username }: { username: string }) {
  return (
    <a href={queryString({ username })} className="link wrap-anywhere inline-block min-h-6 font-medium">
      {username}
    </a>
  )
}

/** Of a refused upload: the decision about the picture that it matched, and the button that allows or refuses it. */
function RefusedUpload({ event: { id, user, image, is_allowed } }: { event: AuditEntry }) {
  const admin = useUser()
  const { call, isBusy } = useCall()
  if (is_allowed === null || user === null) return null
  const change = () => call(people.allowUpload, { params: { id }, body: { is_allowed: !is_allowed } })
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-3">
      <SmallButton
        disabled={isBusy}
        onClick={() => void change()}
        text={is_allowed ? `Refuse it to ${user} again` : `Allow it to ${user}`}
      />
      {image && (
        <a className="link" href={backOfficeHref(admin, 'reports') + queryString({ image: image.id })}>
          The decision about it
        </a>
      )}
    </span>
  )
}
