/** Texts of the dashboard. */
export const messages = {
  hello: (name: string) => `Hello, ${name}`,
  tiles: {
    total: 'Total Images',
    pending: 'Pending Images',
    approved: 'Approved Images',
    rejected: 'Rejected Images',
  },
  counts: 'Your images in numbers',
  downloads: 'Downloads',
  approvals: 'Approvals',
  inDays: (count: string, days: number) => `${count} in ${days} days`,
  onDay: (day: string, count: string, metric: string) => `${day}: ${count} ${metric.toLowerCase()}`,
  top: 'Downloaded most',
  times: (count: string) => `${count} ×`,
  noneYet: 'Nothing was downloaded yet. What visitors take will show here.',
  failed: 'The numbers of the last days could not be loaded.',
  newsFailed: 'The news could not be loaded.',
  toFix: 'Rejected: what to fix',
  nothingToFix: 'Nothing to fix. Rejected images show up here, with the reason.',
  fix: 'Fix',
  fixOne: (title: string) => `Fix ${title}`,
  allRejected: 'All rejected images',
  waiting: 'Waiting for review',
  imageCount,
  oldestFor: (duration: string) => `, the oldest for ${duration}`,
  noneWaiting: 'Everything is decided.',
  approvedLately: 'Approved lately',
  noneApproved: 'Nothing yet. Approved images show up here.',
  allApproved: 'All approved images',
  queue: 'Review queue',
  emptyQueue: 'Nothing waits for review.',
  review: 'Review',
  waitingFor: (duration: string) => `for ${duration}`,
  flags: 'Flags in the queue',
  noFlags: 'No findings in what waits.',
  reviewers: 'Reviewers',
  reviewersHint: (days: number) => `Decisions of the last ${days} days`,
  noReviewers: 'No decisions yet.',
  decisions: (approved: number, rejected: number) =>
    `${approved.toLocaleString('en')} approved, ${rejected.toLocaleString('en')} rejected`,
  welcome: 'Welcome. Share your first images',
  steps: [
    { title: 'Upload', text: 'Drop PNG files with a transparent background. They are checked before they are sent.' },
    { title: 'Describe', text: 'Give each a title, keywords and a category, so that people find it.' },
    { title: 'Review', text: 'We look at each image. You are told by mail, and here, what was decided and why.' },
  ],
  firstUpload: 'Upload images',
}

function imageCount(count: number) {
  return count === 1 ? 'One image' : `${count.toLocaleString('en')} images`
}
