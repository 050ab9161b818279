import { endUserSessions } from '#features/auth/sessions.sql'
import { syncHiddenImages } from '#features/publishing/hidden-images'
import { type ClientInfo, type NewAuditEntry, recordAuditEvent } from '#features/users/audit.sql'
import { profilesChanged } from '#features/users/users.sql'
import { fail } from '#kit/api-error'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { approvedCount, lockPeople, setBlocked } from './people.sql.ts'

export interface AccountChange {
  id: number
  adminId: number
  client: ClientInfo
}

type BlockEntry = Omit<NewAuditEntry, 'what' | 'count' | 'user'> & { user: number }

export interface BlockChange extends AccountChange {
  is_block: boolean
  /** Left out, images stay as they are in a block. */
  hides_images: boolean | undefined
}

/**
 * Blocks a user, which ends their sessions on every process at once, or unblocks them, in a transaction that has locked
 * no image yet. Their images are hidden with the block at most.
 */
export async function changeBlock(tx: Database, { id, adminId, client, is_block, ...change }: BlockChange) {
  const user = await lockUser(tx, id, adminId)
  const hides_images = is_block && (change.hides_images ?? user.hides_images)
  await setBlocked(tx, id, { is_block, hides_images })
  const entry = { by: adminId, user: id, client }
  if (user.is_block !== is_block || user.is_active === is_block) {
    await notify(tx, profilesChanged)
    if (is_block) await endUserSessions(tx, id)
    await recordAuditEvent(tx, { ...entry, what: is_block ? 'blocked' : 'unblocked' })
  }
  if (user.hides_images !== hides_images) await changeVisibility(tx, hides_images, entry)
}

/** Hides all images of a user, or shows them again, after their account has been changed. */
async function changeVisibility(tx: Database, isHidden: boolean, entry: BlockEntry) {
  const count = await approvedCount(tx, entry.user)
  await recordAuditEvent(tx, { ...entry, what: isHidden ? 'images hidden' : 'images shown again', count })
  await syncHiddenImages(tx, { ownerId: entry.user, afterId: 0 })
}

/**
 * Locks the user and the admin who changes them. When two admins block or demote each other at the same moment, the
 * second is refused, so that one of them remains.
 */
export async function lockUser(tx: Database, id: number, adminId: number) {
  const locked = await lockPeople(tx, [adminId, id])
  const [admin, user] = [adminId, id].map((id) => locked.find((row) => row.id === id))
  if (!user) throw fail('user_not_found')
  if (!admin?.is_active || admin.is_block) throw fail('blocked')
  if (admin.role !== 'admin') throw fail('not_allowed')
  return user
}
