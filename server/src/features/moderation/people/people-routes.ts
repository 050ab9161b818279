import type { Caller } from '@vitrine/contract/caller'
import { type AuditEvent, people } from '@vitrine/contract/calls/accounts/people'
import { endpointPath, type HandlerInput } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { endUserSessions } from '#features/accounts/auth/sessions.sql'
import { trustOfEach } from '#features/accounts/trust/trust'
import { setLevel } from '#features/accounts/trust/trust.sql'
import { countAuditEvents, latestAuditEvents, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { avatarUrl } from '#features/accounts/users/avatar-urls'
import { profilesChanged, setRole } from '#features/accounts/users/users.sql'
import { decisionsAbout } from '#features/back-office/decisions/decisions.sql'
import { refusedUpload, setAllowed } from '#features/images/blocked-pictures/blocked-pictures.sql'
import { syncHiddenImages } from '#features/publishing/hidden-images'
import { fail } from '#kit/api-error'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import type { EndpointHandlers } from '#kit/http/endpoints'
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

export function peopleRoutes({ serve, db, site }: FeatureDeps) {
  const pageUrl = (page: number, filter: PeopleFilter) => {
    const given = Object.entries(filter).filter(([, value]) => value)
    return `${site.url}${endpointPath(people.list)}?${new URLSearchParams([['page', String(page)], ...given])}`
  }

  serve(people, {
    ...accountChanges(db),
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

    async events({ query: { page, ...filter } }) {
      const size = limits.managedImagesPerPage
      const events = await latestAuditEvents(db, filter, size, (page - 1) * size)
      return { count: await countAuditEvents(db, filter), events }
    },

    async allowUpload({ params: { id }, body: { is_allowed }, caller, request }) {
      await db.transaction().execute(async (tx) => {
        const upload = await refusedUpload(tx, id)
        if (!upload) throw fail('refusal_not_found')
        if (!(await setAllowed(tx, upload, is_allowed))) return
        const what = is_allowed ? 'refused upload allowed' : 'refused upload refused again'
        await recordAuditEvent(tx, { what, by: caller.id, user: upload.owner_id, client: clientOf(request) })
      })
    },
  })
}

type AccountChanges = Pick<EndpointHandlers<typeof people>, 'setRole' | 'setLevel' | 'update'>

const accountChanges = (db: Database): AccountChanges => ({
  async setRole({ params: { id }, body: { role }, caller, request }) {
    if (id === caller.id) throw fail('own_role')
    await changeAccount(db, { id, caller, request }, async (tx, user, record) => {
      if (user.role === role) return
      await setRole(tx, id, role)
      await setLevel(tx, id, null)
      // The browsers of someone who was an admin would go on showing admins' pages.
      if (role === 'user') await endUserSessions(tx, id)
      await record(role === 'admin' ? 'made an admin' : 'made a contributor')
    })
  },

  async setLevel({ params: { id }, body: { level }, caller, request }) {
    if (id === caller.id) throw fail('not_yourself')
    await changeAccount(db, { id, caller, request }, async (tx, user, record) => {
      if (user.role === 'admin') throw fail('user_not_found')
      if (user.level_by_admin === level) return
      await setLevel(tx, id, level)
      await record(level ? `level set to ${level}` : 'level follows the rules again')
    })
  },

  async update({ params: { id }, body, caller, request }) {
    if (id === caller.id) throw fail('not_yourself')
    await changeAccount(db, { id, caller, request }, (...account) => changeBlock(body, ...account))
  },
})

type Locked = Awaited<ReturnType<typeof lockPeople>>[number]
type RecordEvent = (what: AuditEvent, details?: { count: number }) => Promise<void>
type Change = (tx: Database, user: Locked, record: RecordEvent) => Promise<void>

/** Locks the user and the admin: of two admins who block or demote each other at the same moment, one remains. */
const changeAccount = (
  db: Database,
  { id, caller, request }: { id: number; caller: Caller; request: FastifyRequest },
  change: Change,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const locked = await lockPeople(tx, [caller.id, id])
    const [admin, user] = [caller.id, id].map((one) => locked.find((row) => row.id === one))
    if (!user) throw fail('user_not_found')
    if (!admin?.is_active || admin.is_block) throw fail('blocked')
    if (admin.role !== 'admin') throw fail('not_allowed')
    const entry = { by: caller.id, user: id, client: clientOf(request) }
    await change(tx, user, (what, details) => recordAuditEvent(tx, { ...entry, what, ...details }))
  })

/** A block ends the sessions on every process at once. Images are hidden with it at most, and stay so by default. */
async function changeBlock(
  { is_block, ...body }: HandlerInput<typeof people.update>['body'],
  ...[tx, user, record]: Parameters<Change>
) {
  const hides_images = is_block && (body.hides_images ?? user.hides_images)
  await setBlocked(tx, user.id, { is_block, hides_images })
  if (user.is_block !== is_block || user.is_active === is_block) {
    await notify(tx, profilesChanged)
    if (is_block) await endUserSessions(tx, user.id)
    await record(is_block ? 'blocked' : 'unblocked')
  }
  if (user.hides_images === hides_images) return
  const count = await approvedCount(tx, user.id)
  await record(hides_images ? 'images hidden' : 'images shown again', { count })
  await syncHiddenImages(tx, { ownerId: user.id, afterId: 0 })
}

/** The `previous` link of a page past the end leads to the last page. */
const lastPage = (count: number) => Math.max(1, Math.ceil(count / limits.usersPerPage))

async function withTrust(db: Database, rows: AccountRow[]) {
  const ids = rows.map(({ id }) => id)
  const trust = await trustOfEach(db, ids)
  return rows.map(({ pending, approved, rejected, ...user }) => ({
    ...user,
    user_id: user.id,
    slug: user.username,
    gender: null,
    images: { pending, approved, rejected },
    trust: trust.get(user.id) ?? null,
  }))
}
