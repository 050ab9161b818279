import { people } from '@vitrine/contract/calls/people'
import { endpointPath } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { endUserSessions } from '#features/auth/sessions.sql'
import { type ClientInfo, countAuditEvents, latestAuditEvents, recordAuditEvent } from '#features/users/audit.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { countPeople, lockPeople, peoplePage, setBlocked } from './people.sql.ts'

interface PeopleDeps {
  db: Database
  /** `url` is the site's address without a final slash. */
  site: { url: string }
}

export function peopleRoutes(serve: EndpointServer, { db, site }: PeopleDeps) {
  const addressOf = (page: number, search: string) =>
    `${site.url}${endpointPath(people.list)}?${new URLSearchParams({ page: String(page), ...(search && { search }) })}`

  serve(people, {
    async list({ query: { page, search } }) {
      const count = await countPeople(db, search)
      const found = await peoplePage(db, search, page)
      return {
        count,
        results: found.map((one) => ({
          ...one,
          user_id: one.id,
          slug: one.username,
          gender: null,
          date_joined: one.date_joined.toISOString(),
        })),
        next: page * limits.usersPerPage < count ? addressOf(page + 1, search) : null,
        previous: page > 1 ? addressOf(Math.min(page - 1, lastPage(count)), search) : null,
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

    async update({ params: { id }, body: { is_block }, caller: user, request }) {
      if (id === user.id) throw fail('not_yourself')
      await changeBlock(db, { id, is_block, adminId: user.id, client: clientOf(request) })
      return { message: people.update.messages.done }
    },
  })
}

/** Whoever asks for a page that there is no more is led back to the last one. */
const lastPage = (count: number) => Math.max(1, Math.ceil(count / limits.usersPerPage))

/** Blocks somebody, which ends all his sessions on every process at once, or lets him in again. */
function changeBlock(db: Database, { id, is_block, adminId: by, client: from }: BlockChange): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const found = await lockPeople(transaction, [by, id])
    const [admin, person] = [by, id].map((one) => found.find((row) => row.id === one))
    if (!person) throw fail('user_not_found')
    // Of two admins who block one another at the same moment, the second is too late: so one always stays.
    if (!admin?.is_active || admin.is_block) throw fail('blocked')
    if (person.is_block === is_block && person.is_active !== is_block) return
    await setBlocked(transaction, id, is_block)
    if (is_block) await endUserSessions(transaction, id)
    await recordAuditEvent(transaction, { what: is_block ? 'blocked' : 'unblocked', by, user: id, client: from })
  })
}

interface BlockChange {
  id: number
  is_block: boolean
  adminId: number
  client: ClientInfo
}
