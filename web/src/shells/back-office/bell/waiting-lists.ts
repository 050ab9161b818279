import type { OwnPageName } from '@vitrine/contract/pages'
import type { Role } from '@vitrine/contract/vocabulary/roles'

type Counts = Record<'pending' | 'edits' | 'rejected' | 'reports', number>

/** The pages on which something waits, with how much: for admins what they decide, for contributors what is theirs. */
export function waitingLists(role: Role, { pending, edits, rejected, reports }: Counts) {
  const lists: { name: OwnPageName; count: number }[] =
    role === 'admin'
      ? [
          { name: 'review', count: pending + edits },
          { name: 'reports', count: reports },
        ]
      : [
          { name: 'rejected', count: rejected },
          { name: 'pending', count: pending + edits },
        ]
  return lists.filter(({ count }) => count > 0)
}
