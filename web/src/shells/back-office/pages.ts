/** The pages of the back offices, the same for both roles, each in a chunk of its own. Visitors do not even carry this list. */
export const backOfficePages = {
  dashboard: async () => (await import('#pages/back-office/dashboard/dashboard-page.tsx')).dashboard,
  upload: async () => (await import('#pages/back-office/upload/upload-page.tsx')).upload,
  total: async () => (await import('#pages/back-office/image-manager/image-manager-page.tsx')).total,
  approved: async () => (await import('#pages/back-office/image-manager/image-manager-page.tsx')).approved,
  pending: async () => (await import('#pages/back-office/image-manager/image-manager-page.tsx')).pending,
  rejected: async () => (await import('#pages/back-office/image-manager/image-manager-page.tsx')).rejected,
  profile: async () => (await import('#pages/back-office/profile/profile-page.tsx')).profile,
  password: async () => (await import('#pages/back-office/change-password/change-password-page.tsx')).password,
  users: async () => (await import('#pages/back-office/users/users-page.tsx')).users,
  hosting: async () => (await import('#pages/back-office/cdn/cdn-page.tsx')).cdn,
  review: async () => (await import('#pages/back-office/review/review-page.tsx')).review,
  audit: async () => (await import('#pages/back-office/audit/audit-page.tsx')).audit,
  trash: async () => (await import('#pages/back-office/trash/trash-page.tsx')).trash,
}
