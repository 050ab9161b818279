// Limits that server and browser share (requirements: #page-sizes, #image-limits). Each is an export of its own, so
// that visitors load those alone that their pages use: `import * as limits`.

/** Images on one page of a visitors' listing; pages = ceil(count / 100). */
export const imagesPerPage = 100
export const relatedImages = 24
export const relatedPages = 2
export const usersPerPage = 10
export const feedEntries = 50
/** Images on one page of a back-office list. */
export const managedImagesPerPage = 50
/** Characters of the note to a rejection, and of the reason why a finding is overruled. */
export const note = 300
/** Tags that the tag cloud shows at first, and adds per step. */
export const tagsPerStep = 30
/** Tags of one reply; the next reply continues it. */
export const maxTags = 600
/** Files in one upload request, and requests that the browser sends at a time. */
export const uploadBatch = 10
export const uploadConcurrency = 2
/** Images that one reviewer has at a time, and seconds after which others get what is not renewed. */
export const leasedImages = 12
export const leaseSeconds = 120
/** Seconds in which its maker can undo a decision, and those in which a bulk change has not been sent yet. */
export const undoSeconds = 10
/** Images in one bulk call. */
export const bulkImages = 500
/** Images of a list that are selected at once, for several bulk calls. */
export const selectedImages = 10_000
/** Rows and bytes of a CSV. Adobe Stock takes 5,000 rows in 1 MB. */
export const csvRows = 5_000
export const csvBytes = 5_000_000
export const statisticsDays = 30
/** Images of each outcome, contributors and reviewers that the inbox lists. */
export const inbox = 12
export const topImages = 5
/** Days that the downloads of each single image are kept for; the totals stay. */
export const imageDownloadDays = 90
/** Days whose downloads make an image trend, and images that are ordered by them. */
export const trendingDays = 7
export const trendingImages = 2_000
/** Pictures on the first screen of the home page and of a category, and the bytes that their previews may have. */
export const highlights = 6
export const categoryHighlights = 3
export const highlightBytes = 90_000
/** Days without a request after which a derivative is removed; the next request makes it again. */
export const derivativeDays = 30
/** Images of a tray, and bytes of all originals of one zip: below 4 GiB a zip needs no ZIP64. */
export const trayImages = 200
export const zipBytes = 2_000_000_000
/** Copies of own widths that are kept of an image; the next one replaces the one unused for longest. */
export const ownWidthsPerImage = 8
/** Copies of own widths that one process makes for one network in a minute. */
export const ownWidthsPerMinute = 20
/** Days for which operators can see a mail that was given up. */
export const failedMailDays = 14
/** Days that a deleted image can be restored. */
export const trashDays = 30
/** Days that a draft is kept, and before the end of which its contributor gets a mail. */
export const draftDays = 30
export const draftNoticeDays = 7
export const title = 200
export const description = 2000
/** Characters of the name that a picture's credit gives. */
export const credit = 120
/** Characters of a first or last name. */
export const name = 50
/** Bytes of an uploaded avatar, and pixels of each side of the stored one. */
export const avatarBytes = 10_000_000
export const avatarSide = 256
export const keyword = 50
export const keywordsPerImage = 50
/** Days that the search log is kept, and how often a question must be asked on a day to be kept beyond it. */
export const searchLogDays = 90
export const searchLogMinimum = 3
/** Characters of a question in the search log. */
export const loggedQuestion = 100
/** Questions of each list of the search log. */
export const loggedQuestions = 50
export const synonyms = 2_000
/** Characters and words of each side of a synonym. */
export const synonym = 60
export const synonymWords = 3

/** Calls of one signed-in person that one process runs at a time, and that wait in line behind them, by kind. */
export const bulkheads = {
  read: { running: 4, waiting: 100 },
  change: { running: 2, waiting: 100 },
  /** Multipart bodies with pictures. */
  upload: { running: 4, waiting: 40 },
  csv: { running: 1, waiting: 2 },
} as const
export type Bulkhead = keyof typeof bulkheads
