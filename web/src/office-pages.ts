/** The pages of the back offices, the same for both roles, each in a chunk of its own. Visitors do not even carry this list. */
export const backOfficePages = {
  dashboard: async () => (await import('./pages/dashboard/dashboard-page.tsx')).dashboard,
  upload: async () => (await import('./pages/upload/upload-page.tsx')).upload,
  total: async () => (await import('./pages/images/images-page.tsx')).total,
  approved: async () => (await import('./pages/images/images-page.tsx')).approved,
  pending: async () => (await import('./pages/images/images-page.tsx')).pending,
  rejected: async () => (await import('./pages/images/images-page.tsx')).rejected,
  profile: async () => (await import('./pages/profile/profile-page.tsx')).profile,
  password: async () => (await import('./pages/change-password/change-password-page.tsx')).password,
  users: async () => (await import('./pages/users/users-page.tsx')).users,
  hosting: async () => (await import('./pages/hosting/hosting-page.tsx')).cdn,
  review: async () => (await import('./pages/review/review-page.tsx')).review,
  audit: async () => (await import('./pages/audit/audit-page.tsx')).audit,
  trash: async () => (await import('./pages/trash/trash-page.tsx')).trash,
}
