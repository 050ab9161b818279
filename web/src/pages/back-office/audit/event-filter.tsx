import { auditEvents } from '@vitrine/contract/calls/people'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { queryString } from '#api/query-string.ts'
import type { EventParams } from './events-query.ts'
import { messages } from './messages.ts'

/** Of one kind and of one account. A kind is shown at once, a name when it is whole. */
export function EventFilter({ what: asked, username }: EventParams) {
  const what = asked ?? ''
  const navigate = useNavigate()
  const kind = useRef<HTMLSelectElement>(null)
  const name = useRef<HTMLInputElement>(null)

  // A link may change the address: the fields show what it asks.
  useEffect(() => {
    kind.current!.value = what
    name.current!.value = username
  }, [what, username])

  const show = (event: FormEvent) => {
    event.preventDefault()
    void navigate(queryString({ what: kind.current!.value, username: name.current!.value.trim() }))
  }
  return (
    <form aria-label={messages.filter} onSubmit={show} className="mb-5 flex flex-wrap items-end gap-3">
      <label className="grid gap-1.5 font-medium text-sm max-sm:w-full">
        {messages.what}
        <select
          ref={kind}
          name="what"
          defaultValue={what}
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
          ref={name}
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
