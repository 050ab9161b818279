import { people } from '@vitrine/contract/calls/accounts/people'
import { endpointPath } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { TrustLevel } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { endUserSessions } from '#features/auth/sessions.sql'
import { refusedUpload, setAllowed } from '#features/blocked-pictures/blocked-pictures.sql'
import { trustOfEach } from '#features/trust/trust'
import { setLevel } from '#features/trust/trust.sql'
import { countAuditEvents, latestAuditEvents, recordAuditEvent } from '#features/users/audit.sql'
import { avatarUrl } from '#features/users/avatar-urls'
import { setRole } from '#features/users/users.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { type AccountChange, changeBlock, lockUser } from './block.ts'
import {
  type AccountRow,
  countPeople,
  decisionsAbout,
  type PeopleFilter,
  peoplePage,
  personByUsername,
} from './people.sql.ts'

interface PeopleDeps {
  db: Database
  /** `url` has no trailing slash. */
  site: { url: string }
}

/** Mounts the admins' calls: the list of people, blocking and the audit log. */
export function peopleRoutes(serve: EndpointServer, { db, site }: PeopleDeps) {
  const pageUrl = (page: number, filter: PeopleFilter) => {
    const given = Object.entries(filter).filter(([, value]) => value)
    return `${site.url}${endpointPath(people.list)}?${new URLSearchParams([['page', String(page)], ...given])}`
  }

  serve(people, {
    async list({ query: { page, ...filter } }) {
      const count = await countPeople(db, filter)
      const users = await peoplePage(db, filter, page)
      return {
        count,
        results: await withTrust(db, users),
        next: page * limits.usersPerPage < count ? pageUrl(page + 1, filter) : null,
        previous: page > 1 ? pageUrl(Math.min(page - 1, lastPage(count)), filter) : null,
      }
    },

    async one({ params: { username } }) {
      const person = await personByUsername(db, username)
      if (!person) throw fail('user_not_found')
      const decisions = await decisionsAbout(db, person.id)
      return {
        person: {
          ...person,
          ...(await withTrust(db, [person]))[0]!,
          image: avatarUrl(person.image),
          decisions: decisions.map((decision) => ({ ...decision, at: decision.at.toISOString() })),
        },
      }
    },

    async setRole({ params: { id }, body: { role }, caller, request }) {
      if (id === caller.id) throw fail('own_role')
      await changeRole(db, { id, role, adminId: caller.id, client: clientOf(request) })
      return { message: people.setRole.messages.done }
    },

    async setLevel({ params: { id }, body: { level }, caller, request }) {
      if (id === caller.id) throw fail('not_yourself')
      await changeLevel(db, { id, level, adminId: caller.id, client: clientOf(request) })
      return { message: people.setLevel.messages.done }
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

    async allowUpload({ params: { id }, body: { is_allowed }, caller, request }) {
      await changePermission(db, { id, is_allowed, adminId: caller.id, client: clientOf(request) })
      return { message: people.allowUpload.messages.done }
    },

    async update({ params: { id }, body: { is_block, hides_images }, caller, request }) {
      if (id === caller.id) throw fail('not_yourself')
      const change = { id, is_block, hides_images, adminId: caller.id, client: clientOf(request) }
      await db.transaction().execute((tx) => changeBlock(tx, change))
      return { message: people.update.messages.done }
    },
  })
}

/** The `previous` link of a page past the end leads to the last page. */
const lastPage = (count: number) => Math.max(1, Math.ceil(count / limits.usersPerPage))

/** Accounts as replies, with the levels of contributors. */
async function withTrust(db: Database, rows: AccountRow[]) {
  const trust = await trustOfEach(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...toAccount(row), trust: trust.get(row.id) ?? null }))
}

const toAccount = ({ pending, approved, rejected, last_seen, date_joined, ...user }: AccountRow) => ({
  ...user,
  user_id: user.id,
  slug: user.username,
  gender: null,
  date_joined: date_joined.toISOString(),
  images: { pending, approved, rejected },
  last_seen: last_seen?.toISOString() ?? null,
})

/** Changes a role. The sessions of someone who was an admin end: their browsers would go on showing admins' pages. */
function changeRole(db: Database, { id, role, adminId, client }: AccountChange & { role: Role }) {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id, adminId)
    if (user.role === role) return
    await setRole(tx, id, role)
    await setLevel(tx, id, null)
    if (role === 'user') await endUserSessions(tx, id)
    const what = role === 'admin' ? 'made an admin' : 'made a contributor'
    await recordAuditEvent(tx, { what, by: adminId, user: id, client })
  })
}

/** Sets the level of a contributor, or lets it follow the rules again. */
function changeLevel(db: Database, { id, level, adminId, client }: AccountChange & { level: TrustLevel | null }) {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id, adminId)
    if (user.role === 'admin') throw fail('user_not_found')
    if (user.level_by_admin === level) return
    await setLevel(tx, id, level)
    const what = level ? (`level set to ${level}` as const) : 'level follows the rules again'
    await recordAuditEvent(tx, { what, by: adminId, user: id, client })
  })
}

/** Allows or refuses what was refused by an entry of the audit log. */
function changePermission(db: Database, { id, is_allowed, adminId, client }: AccountChange & { is_allowed: boolean }) {
  return db.transaction().execute(async (tx) => {
    const upload = await refusedUpload(tx, id)
    if (!upload) throw fail('refusal_not_found')
    if (!(await setAllowed(tx, upload, is_allowed))) return
    const what = is_allowed ? 'refused upload allowed' : 'refused upload refused again'
    await recordAuditEvent(tx, { what, by: adminId, user: upload.owner_id, client })
  })
}
