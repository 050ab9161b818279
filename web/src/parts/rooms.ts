import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/users'

/** The pages of a back office, as both roles have them (requirements: #back-office-routes). */
const contributors = {
  dashboard: pages.contributorDesk,
  upload: pages.contributorUpload,
  total: pages.contributorTotal,
  approved: pages.contributorApproved,
  pending: pages.contributorPending,
  rejected: pages.contributorRejected,
  profile: pages.contributorProfile,
  password: pages.contributorPassword,
}

const admins = {
  dashboard: pages.adminDesk,
  upload: pages.adminUpload,
  total: pages.adminTotal,
  approved: pages.adminApproved,
  pending: pages.adminPending,
  rejected: pages.adminRejected,
  profile: pages.adminProfile,
  password: pages.adminPassword,
}

/** Those that only admins have. */
const adminsOnly = {
  review: pages.adminReview,
  users: pages.adminUsers,
  audit: pages.adminAudit,
  trash: pages.adminTrash,
  hosting: pages.adminHosting,
}

export type Room = keyof typeof contributors
export type AdminRoom = keyof typeof adminsOnly
type Person = Pick<SignedInUser, 'role' | 'username'>

/** The address of one of a person's own pages. */
export const roomOf = ({ role, username }: Person, room: Room): string =>
  (role === 'admin' ? admins : contributors)[room].href({ username })

export const adminRoomOf = ({ username }: Person, room: AdminRoom): string => adminsOnly[room].href({ username })
