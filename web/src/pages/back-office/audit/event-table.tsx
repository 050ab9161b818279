import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { queryString } from '#api/query-string.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { deviceName } from '#ui/back-office/device-name.ts'
import { EventIcon } from './event-icon.tsx'
import type { AuditEntry } from './events-query.ts'
import { messages } from './messages.ts'
import { RefusedUpload } from './refused-upload.tsx'

/** A table on wide screens, stacked lines on narrow ones (audit.css). */
export function EventTable({ user, events }: { user: SignedInUser; events: AuditEntry[] }) {
  return (
    <table className="event-table panel">
      <thead>
        <tr>
          <th scope="col">{messages.when}</th>
          <th scope="col">{messages.who}</th>
          <th scope="col">{messages.what}</th>
          <th scope="col">{messages.from}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} admin={user} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ admin, event }: { admin: SignedInUser; event: AuditEntry }) {
  const { at, what, by, user, count, image, address, user_agent } = event
  return (
    <tr>
      <td className="text-soft tabular-nums">
        <DateTimeText at={at} />
      </td>
      <td>{by ? <AccountLink username={by} /> : <span className="text-soft">{messages.notSignedIn}</span>}</td>
      <td>
        <span className="flex gap-2.5">
          <span className="pt-0.5">
            <EventIcon what={what} />
          </span>
          <span>
            {messages.eventNames[what]}
            {image ? ` · ${messages.image(image)}` : count !== null && ` · ${messages.images(count)}`}
            {what === 'sign-in failed' && user === null && ` · ${messages.noAccount}`}
            {user && user !== by && (
              <>
                {' · '}
                <AccountLink username={user} />
              </>
            )}
            <RefusedUpload admin={admin} event={event} />
          </span>
        </span>
      </td>
      <td className="text-soft">
        {user_agent && `${deviceName(user_agent)}, `}
        <span className="wrap-anywhere">{address}</span>
      </td>
    </tr>
  )
}

/** Links to all events of the account. */
function AccountLink({ username }: { username: string }) {
  return (
    <a href={queryString({ username })} className="link wrap-anywhere inline-block min-h-6 font-medium">
      {username}
    </a>
  )
}
