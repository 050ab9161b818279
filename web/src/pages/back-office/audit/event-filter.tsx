import { auditEvents } from '@vitrine/contract/calls/accounts/people'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { queryString } from '#api/query-string.ts'
import type { EventParams } from './events-query.ts'
import { messages } from './messages.ts'

/** Filters by event and account; choosing an event submits the form. */
export function EventFilter({ what, username }: EventParams) {
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
