import './audit.css'
import { useQuery } from '@tanstack/react-query'
import { auditEvents } from '@vitrine/contract/calls/accounts/people'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { EventTable } from './event-table.tsx'
import { type EventParams, eventsQuery, parseEventParams } from './events-query.ts'
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

/** Filters by event and account; choosing an event submits the form. */
function EventFilter({ what, username }: EventParams) {
  const navigate = useNavigate()
  const whatField = useRef<HTMLSelectElement>(null)
  const usernameField = useRef<HTMLInputElement>(null)

  // A link may change the URL: the fields follow it.
  useEffect(() => {
    whatField.current!.value = what ?? ''
    usernameField.current!.value = username
  }, [what, username])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(queryString({ what: whatField.current!.value, username: usernameField.current!.value.trim() }))
  }
  return (
    <form aria-label={messages.filter} onSubmit={submit} className="mb-5 flex flex-wrap items-end gap-3">
      <label className="grid gap-1.5 font-medium text-sm max-sm:w-full">
        {messages.what}
        <select
          ref={whatField}
          name="what"
          defaultValue={what ?? ''}
          onChange={(event) => event.currentTarget.form!.requestSubmit()}
          className="field min-w-56 font-normal"
        >
          <option value="">{messages.anything}</option>
          {auditEvents.map((one) => (
            <option key={one} value={one}>
              {messages.eventNames[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="grid min-w-0 gap-1.5 font-medium text-sm max-sm:flex-1">
        {messages.account}
        <input
          ref={usernameField}
          name="username"
          defaultValue={username}
          placeholder={messages.placeholder}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field font-normal sm:w-56"
        />
      </label>
      <button type="submit" className="button">
        {messages.show}
      </button>
    </form>
  )
}
