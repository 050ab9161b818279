import type { Actor } from '#features/back-office/image-audit'
import { changeBlock } from '#features/people/block'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { ownerOf } from './queue.sql.ts'

/**
 * Blocks the contributor of an image as the page of their account does; false where they are blocked already or have
 * closed their account. It comes before the image is locked, since a block locks people first.
 */
export async function blockOwner(transaction: Database, caller: Required<Actor>, imageId: number): Promise<boolean> {
  const owner = await ownerOf(transaction, imageId)
  if (!owner) throw fail('image_not_found')
  if (owner.id === caller.id) throw fail('not_yourself')
  if (owner.is_block || owner.closed_at) return false
  await changeOwnerBlock(transaction, caller, owner.id, true)
  return true
}

/** Their other images stay as they are. */
export const changeOwnerBlock = (
  transaction: Database,
  { id: adminId, client }: Required<Actor>,
  id: number,
  is_block: boolean,
) => changeBlock(transaction, { id, is_block, hides_images: undefined, adminId, client })
