import { people } from '@vitrine/contract/calls/accounts/people'
import { endpointPath } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { endUserSessions } from '#features/auth/sessions.sql'
import { type ClientInfo, countAuditEvents, latestAuditEvents, recordAuditEvent } from '#features/users/audit.sql'
import { profilesChanged } from '#features/users/users.sql'
import { fail } from '#kit/api-error'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { countPeople, lockPeople, peoplePage, setBlocked } from './people.sql.ts'

interface PeopleDeps {
  db: Database
  /** `url` has no trailing slash. */
  site: { url: string }
}

/** Mounts the admins' calls: the list of people, blocking and the audit log. */
export function peopleRoutes(serve: EndpointServer, { db, site }: PeopleDeps) {
  const pageUrl = (page: number, search: string) =>
    `${site.url}${endpointPath(people.list)}?${new URLSearchParams({ page: String(page), ...(search && { search }) })}`

  serve(people, {
    async list({ query: { page, search } }) {
      const count = await countPeople(db, search)
      const users = await peoplePage(db, search, page)
      return {
        count,
        results: users.map((user) => ({
          ...user,
          user_id: user.id,
          slug: user.username,
          gender: null,
          date_joined: user.date_joined.toISOString(),
        })),
        next: page * limits.usersPerPage < count ? pageUrl(page + 1, search) : null,
        previous: page > 1 ? pageUrl(Math.min(page - 1, lastPage(count)), search) : null,
      }
    },

    async events({ query: { page, ...filter } }) {
      const events = await latestAuditEvents(
        db,
        filter,
        limits.managedImagesPerPage,
        (page - 1) * limits.managedImagesPerPage,
      )
      const count = await countAuditEvents(db, filter)
      return { count, events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })) }
    },

    async update({ params: { id }, body: { is_block }, caller, request }) {
      if (id === caller.id) throw fail('not_yourself')
      await changeBlock(db, { id, is_block, adminId: caller.id, client: clientOf(request) })
      return { message: people.update.messages.done }
    },
  })
}

/** The `previous` link of a page past the end leads to the last page. */
const lastPage = (count: number) => Math.max(1, Math.ceil(count / limits.usersPerPage))

/** Blocks a user, which ends their sessions on every process at once, or unblocks them. */
function changeBlock(db: Database, { id, is_block, adminId, client }: BlockChange): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockPeople(tx, [adminId, id])
    const [admin, user] = [adminId, id].map((id) => locked.find((row) => row.id === id))
    if (!user) throw fail('user_not_found')
    // When two admins block each other at the same moment, the second is refused, so that one of them remains.
    if (!admin?.is_active || admin.is_block) throw fail('blocked')
    if (user.is_block === is_block && user.is_active !== is_block) return
    await setBlocked(tx, id, is_block)
    await notify(tx, profilesChanged)
    if (is_block) await endUserSessions(tx, id)
    await recordAuditEvent(tx, { what: is_block ? 'blocked' : 'unblocked', by: adminId, user: id, client })
  })
}

interface BlockChange {
  id: number
  is_block: boolean
  adminId: number
  client: ClientInfo
}
