/** Numbers that both sides share (requirements: #page-sizes, #image-limits, #token-lifetimes). */
export const limits = {
  /** Images on one page of a visitors' listing; pages = ceil(count / 100). */
  imagesPerPage: 100,
  relatedImages: 24,
  usersPerPage: 10,
  /** Images on one page of a back office's list. */
  managedImagesPerPage: 50,
  /** Characters that an admin may add to a reason. */
  note: 300,
  /** The cloud starts with 30 tags and grows by 30. */
  tagsPerStep: 30,
  /** More than this nobody reads. */
  maxTags: 600,
  /** Files in one upload request; the browser sends two requests at a time. */
  uploadBatch: 10,
  uploadConcurrency: 2,
  /** Images that one bulk call may name. */
  bulkImages: 500,
  /** Rows of a CSV, and its bytes. Adobe Stock takes 5,000 rows in 1 MB. */
  csvRows: 5_000,
  csvBytes: 5_000_000,
  statisticsDays: 30,
  topImages: 5,
  /** Days that a deleted image can be restored. */
  trashDays: 30,
  title: 200,
  description: 2000,
  /** Characters of a first or last name. */
  name: 50,
  /** Bytes of a person's picture as it is sent, and pixels of either side of what is made of it. */
  avatarBytes: 10_000_000,
  avatarSide: 256,
  keyword: 50,
  keywordsPerImage: 50,
  /** Minutes that an access token lives, days that a session may stay idle and live at all; hours for admins. */
  accessMinutes: 10,
  sessionIdleDays: 7,
  sessionDays: 30,
  adminIdleHours: 12,
  /** Sessions of one person; the next sign-in ends the oldest. */
  sessionsPerUser: 20,
  /** Days that it is kept who signed in, from where, and what became of accounts. */
  auditDays: 365,
  /** Minutes that a link for a new password works. */
  resetMinutes: 60,
} as const
