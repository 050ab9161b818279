import { queryString } from '../../parts/asking.ts'
import { deviceName } from '../../parts/device-of.ts'
import { DateTimeText } from '../../parts/times.tsx'
import type { Event } from './events-of.ts'
import { HappeningIcon } from './happening-icon.tsx'
import { words } from './words.ts'

/** Rows of a table where there is room, blocks of lines where there is not (look/audit.css). */
export function EventTable({ events }: { events: Event[] }) {
  return (
    <table className="events panel">
      <thead>
        <tr>
          <th scope="col">{words.when}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.from}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ event: { at, what, by, user, address, user_agent } }: { event: Event }) {
  return (
    <tr>
      <td className="text-soft tabular-nums">
        <DateTimeText at={at} />
      </td>
      <td>{by ? <Account username={by} /> : <span className="text-soft">{words.nobody}</span>}</td>
      <td>
        <span className="flex gap-2.5">
          <span className="pt-0.5">
            <HappeningIcon what={what} />
          </span>
          <span>
            {words.happened[what]}
            {user === null && ` · ${words.noAccount}`}
            {user && user !== by && (
              <>
                {' · '}
                <Account username={user} />
              </>
            )}
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

/** Leads to all that happened to it. */
function Account({ username }: { username: string }) {
  return (
    <a href={queryString({ username })} className="link wrap-anywhere inline-block min-h-6 font-medium">
      {username}
    </a>
  )
}
