/** Limits that server and browser share (requirements: #page-sizes, #image-limits). */
export const limits = {
  /** Images on one page of a visitors' listing; pages = ceil(count / 100). */
  imagesPerPage: 100,
  relatedImages: 24,
  relatedPages: 2,
  usersPerPage: 10,
  feedEntries: 50,
  /** Images on one page of a back-office list. */
  managedImagesPerPage: 50,
  /** Characters of the note to a rejection, and of the reason why a finding is overruled. */
  note: 300,
  /** Tags that the tag cloud shows at first, and adds per step. */
  tagsPerStep: 30,
  /** Tags of one reply; the next reply continues it. */
  maxTags: 600,
  /** Files in one upload request, and requests that the browser sends at a time. */
  uploadBatch: 10,
  uploadConcurrency: 2,
  /** Images that one reviewer has at a time, and seconds after which others get what is not renewed. */
  leasedImages: 12,
  leaseSeconds: 120,
  /** Seconds in which its maker can undo a decision, and those in which a bulk change has not been sent yet. */
  undoSeconds: 10,
  /** Images in one bulk call. */
  bulkImages: 500,
  /** Images of a list that are selected at once, for several bulk calls. */
  selectedImages: 10_000,
  /** Rows and bytes of a CSV. Adobe Stock takes 5,000 rows in 1 MB. */
  csvRows: 5_000,
  csvBytes: 5_000_000,
  statisticsDays: 30,
  /** Images of each outcome, contributors and reviewers that the inbox lists. */
  inbox: 12,
  topImages: 5,
  /** Days that the downloads of each single image are kept for; the totals stay. */
  imageDownloadDays: 90,
  /** Days whose downloads make an image trend, and images that are ordered by them. */
  trendingDays: 7,
  trendingImages: 2_000,
  /** Pictures on the first screen of the home page and of a category, and the bytes that their previews may have. */
  highlights: 6,
  categoryHighlights: 3,
  highlightBytes: 90_000,
  /** Days without a request after which a derivative is removed; the next request makes it again. */
  derivativeDays: 30,
  /** Images of a tray, and bytes of all originals of one zip: below 4 GiB a zip needs no ZIP64. */
  trayImages: 200,
  zipBytes: 2_000_000_000,
  /** Copies of own widths that are kept of an image; the next one replaces the one unused for longest. */
  ownWidthsPerImage: 8,
  /** Copies of own widths that one process makes for one network in a minute. */
  ownWidthsPerMinute: 20,
  /** Days for which operators can see a mail that was given up. */
  failedMailDays: 14,
  /** Days that a deleted image can be restored. */
  trashDays: 30,
  /** Days that a draft is kept, and before the end of which its contributor gets a mail. */
  draftDays: 30,
  draftNoticeDays: 7,
  title: 200,
  description: 2000,
  /** Characters of the name that a picture's credit gives. */
  credit: 120,
  /** Characters of a first or last name. */
  name: 50,
  /** Bytes of an uploaded avatar, and pixels of each side of the stored one. */
  avatarBytes: 10_000_000,
  avatarSide: 256,
  keyword: 50,
  keywordsPerImage: 50,
  /** Days that the search log is kept, and how often a question must be asked on a day to be kept beyond it. */
  searchLogDays: 90,
  searchLogMinimum: 3,
  /** Characters of a question in the search log. */
  loggedQuestion: 100,
  /** Questions of each list of the search log. */
  loggedQuestions: 50,
  synonyms: 2_000,
  /** Characters and words of each side of a synonym. */
  synonym: 60,
  synonymWords: 3,
} as const

/** Calls of one signed-in person that one process runs at a time, and that wait in line behind them, by kind. */
export const bulkheads = {
  read: { running: 4, waiting: 100 },
  change: { running: 2, waiting: 100 },
  /** Multipart bodies with pictures. */
  upload: { running: 4, waiting: 40 },
  csv: { running: 1, waiting: 2 },
} as const
export type Bulkhead = keyof typeof bulkheads
