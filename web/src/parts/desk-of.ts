import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/users'

/** Where a signed-in person works (spec section 2). */
export function deskOf({ role, username }: Pick<SignedInUser, 'role' | 'username'>): string {
  return (role === 'admin' ? pages.adminDesk : pages.contributorDesk).href({ username })
}

export function uploadOf({ role, username }: Pick<SignedInUser, 'role' | 'username'>): string {
  return (role === 'admin' ? pages.adminUpload : pages.contributorUpload).href({ username })
}
