import { moveToTrash, restoreFromTrash } from '#features/images/trash.sql'
import type { LockedImage } from '#features/publishing/withheld-images.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'

/**
 * Takes an image down: it moves to the trash, from which its contributor cannot restore it. The caller has locked it,
 * and synchronizes what visitors see.
 */
export const takeDown = (transaction: Database, { id }: Pick<LockedImage, 'id'>, admin: number): Promise<void> =>
  moveToTrash(transaction, [id], admin)

/** Undoes it; one that was in the trash before stays there. */
export async function putBack(
  transaction: Database,
  { id }: Pick<LockedImage, 'id'>,
  wasDeleted: boolean,
): Promise<void> {
  if (!wasDeleted && !(await restoreFromTrash(transaction, [id]))) throw fail('uploaded_again')
}
