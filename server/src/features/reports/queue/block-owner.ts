import type { Actor } from '#features/back-office/image-audit'
import { changeBlock } from '#features/people/block'
import { lockPeople } from '#features/people/people.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { isBlockedByDecision } from './decisions.sql.ts'
import { ownerOf } from './queue.sql.ts'

/**
 * Blocks the contributor of an image as the page of their account does; false where they are blocked already, but by no
 * decision, or have closed their account. It comes before the image is locked, since a block locks people first.
 */
export async function blockOwner(transaction: Database, caller: Required<Actor>, imageId: number): Promise<boolean> {
  const image = await ownerOf(transaction, imageId)
  if (!image) throw fail('image_not_found')
  if (image.owner_id === caller.id) throw fail('not_yourself')
  const owner = await lockOwner(transaction, caller, image.owner_id)
  if (!owner) return false
  if (owner.is_block) return isBlockedByDecision(transaction, owner.id)
  await changeOwnerBlock(transaction, caller, owner.id, true)
  return true
}

/** Locks the account of a contributor, and that of the admin with it; undefined where the contributor's is closed. */
export async function lockOwner(transaction: Database, caller: Required<Actor>, id: number) {
  const people = await lockPeople(transaction, [caller.id, id])
  return people.find((person) => person.id === id)
}

/** Their other images stay as they are. */
export const changeOwnerBlock = (
  transaction: Database,
  { id: adminId, client }: Required<Actor>,
  id: number,
  is_block: boolean,
) => changeBlock(transaction, { id, is_block, hides_images: undefined, adminId, client })
