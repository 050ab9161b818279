import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'

/** The pages of a back office, as both roles have them (requirements: #back-office-routes). */
const contributorPages = {
  dashboard: pages.contributorDesk,
  upload: pages.contributorUpload,
  total: pages.contributorTotal,
  approved: pages.contributorApproved,
  pending: pages.contributorPending,
  rejected: pages.contributorRejected,
  profile: pages.contributorProfile,
  password: pages.contributorPassword,
}

const adminPages = {
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
const adminOnlyPages = {
  review: pages.adminReview,
  users: pages.adminUsers,
  audit: pages.adminAudit,
  trash: pages.adminTrash,
  hosting: pages.adminHosting,
}

export type BackOfficePageName = keyof typeof contributorPages
export type AdminPageName = keyof typeof adminOnlyPages
type PageOwner = Pick<SignedInUser, 'role' | 'username'>

/** The address of one of a person's own pages. */
export const backOfficeHref = ({ role, username }: PageOwner, room: BackOfficePageName): string =>
  (role === 'admin' ? adminPages : contributorPages)[room].href({ username })

export const adminHref = ({ username }: PageOwner, room: AdminPageName): string =>
  adminOnlyPages[room].href({ username })
