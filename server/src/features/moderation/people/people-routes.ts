import { people } from '@vitrine/contract/calls/accounts/people'
import { endpointPath } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { TrustLevel } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { FeatureDeps } from '#feature'
import { endUserSessions } from '#features/accounts/auth/sessions.sql'
import { trustOfEach } from '#features/accounts/trust/trust'
import { setLevel } from '#features/accounts/trust/trust.sql'
import {
  type ClientInfo,
  countAuditEvents,
  latestAuditEvents,
  recordAuditEvent,
} from '#features/accounts/users/audit.sql'
import { avatarUrl } from '#features/accounts/users/avatar-urls'
import { profilesChanged, setRole } from '#features/accounts/users/users.sql'
import { decisionsAbout } from '#features/back-office/decisions/decisions.sql'
import { refusedUpload, setAllowed } from '#features/images/blocked-pictures/blocked-pictures.sql'
import { syncHiddenImages } from '#features/publishing/hidden-images'
import { fail } from '#kit/api-error'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import {
  type AccountRow,
  approvedCount,
  countPeople,
  lockPeople,
  type PeopleFilter,
  peoplePage,
  personByUsername,
  setBlocked,
} from './people.sql.ts'

/** Mounts the admins' calls: the list of people, blocking and the audit log. */
export function peopleRoutes({ serve, db, site }: FeatureDeps) {
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
      return {
        person: {
          ...person,
          ...(await withTrust(db, [person]))[0]!,
          image: avatarUrl(person.image),
          decisions: await decisionsAbout(db, { owner: person.id }),
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
      const size = limits.managedImagesPerPage
      const events = await latestAuditEvents(db, filter, size, (page - 1) * size)
      return { count: await countAuditEvents(db, filter), events }
    },

    async allowUpload({ params: { id }, body: { is_allowed }, caller, request }) {
      await changePermission(db, { id, is_allowed, adminId: caller.id, client: clientOf(request) })
      return { message: people.allowUpload.messages.done }
    },

    async update({ params: { id }, body: { is_block, hides_images }, caller, request }) {
      if (id === caller.id) throw fail('not_yourself')
      await changeBlock(db, { id, is_block, hides_images, adminId: caller.id, client: clientOf(request) })
      return { message: people.update.messages.done }
    },
  })
}

/** The `previous` link of a page past the end leads to the last page. */
const lastPage = (count: number) => Math.max(1, Math.ceil(count / limits.usersPerPage))

/** Accounts as replies, with the levels of contributors. */
async function withTrust(db: Database, rows: AccountRow[]) {
  const ids = rows.map(({ id }) => id)
  const trust = await trustOfEach(db, ids)
  return rows.map((row) => ({ ...toAccount(row), trust: trust.get(row.id) ?? null }))
}

const toAccount = ({ pending, approved, rejected, ...user }: AccountRow) => ({
  ...user,
  user_id: user.id,
  slug: user.username,
  gender: null,
  images: { pending, approved, rejected },
})

interface AccountChange {
  id: number
  adminId: number
  client: ClientInfo
}

/**
 * Locks the user and the admin who changes them. When two admins block or demote each other at the same moment, the
 * second is refused, so that one of them remains.
 */
async function lockUser(tx: Database, { id, adminId }: AccountChange) {
  const locked = await lockPeople(tx, [adminId, id])
  const [admin, user] = [adminId, id].map((id) => locked.find((row) => row.id === id))
  if (!user) throw fail('user_not_found')
  if (!admin?.is_active || admin.is_block) throw fail('blocked')
  if (admin.role !== 'admin') throw fail('not_allowed')
  return user
}

interface BlockChange extends AccountChange {
  is_block: boolean
  /** Left out, images stay as they are in a block. */
  hides_images: boolean | undefined
}

/**
 * Blocks a user, which ends their sessions on every process at once, or unblocks them. Their images are hidden with the
 * block at most.
 */
function changeBlock(db: Database, change: BlockChange): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { id, adminId, client, is_block } = change
    const user = await lockUser(tx, change)
    const hides_images = is_block && (change.hides_images ?? user.hides_images)
    await setBlocked(tx, id, { is_block, hides_images })
    const entry = { by: adminId, user: id, client }
    if (user.is_block !== is_block || user.is_active === is_block) {
      await notify(tx, profilesChanged)
      if (is_block) await endUserSessions(tx, id)
      await recordAuditEvent(tx, { ...entry, what: is_block ? 'blocked' : 'unblocked' })
    }
    if (user.hides_images === hides_images) return
    const what = hides_images ? 'images hidden' : 'images shown again'
    await recordAuditEvent(tx, { ...entry, what, count: await approvedCount(tx, id) })
    await syncHiddenImages(tx, { ownerId: id, afterId: 0 })
  })
}

/** Changes a role. The sessions of someone who was an admin end: their browsers would go on showing admins' pages. */
function changeRole(db: Database, change: AccountChange & { role: Role }) {
  return db.transaction().execute(async (tx) => {
    const { id, role, adminId, client } = change
    const user = await lockUser(tx, change)
    if (user.role === role) return
    await setRole(tx, id, role)
    await setLevel(tx, id, null)
    if (role === 'user') await endUserSessions(tx, id)
    const what = role === 'admin' ? 'made an admin' : 'made a contributor'
    await recordAuditEvent(tx, { what, by: adminId, user: id, client })
  })
}

/** Sets the level of a contributor, or lets it follow the rules again. */
function changeLevel(db: Database, change: AccountChange & { level: TrustLevel | null }) {
  return db.transaction().execute(async (tx) => {
    const { id, level, adminId, client } = change
    const user = await lockUser(tx, change)
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
