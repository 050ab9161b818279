import type { inbox } from '@vitrine/contract/calls/back-office/dashboard'
import type { Reply } from '@vitrine/contract/endpoint'
import { durationSince } from '#ui/back-office/date-time.tsx'

export const imageCount = (count: number) => (count === 1 ? 'One image' : `${count.toLocaleString('en')} images`)

export const messages = {
  tiles: {
    total: 'Total Images',
    pending: 'Pending Images',
    approved: 'Approved Images',
    rejected: 'Rejected Images',
  },
  noneYet: 'Nothing was downloaded yet. What visitors take will show here.',
  waiting: ({ count, oldest_at }: Reply<typeof inbox.read>['waiting'], none: string) =>
    oldest_at ? `${imageCount(count)}, the oldest for ${durationSince(oldest_at)}` : none,
  noBackup: 'There is no backup of this library yet.',
  decisions: (approved: number, rejected: number) =>
    `${approved.toLocaleString('en')} approved, ${rejected.toLocaleString('en')} rejected`,
  steps: [
    { title: 'Upload', text: 'Drop PNG files with a transparent background. They are checked as they arrive.' },
    { title: 'Describe', text: 'Give each a title, keywords and a category, so that people find it, and submit them.' },
    { title: 'Review', text: 'We look at each image. You are told by mail, and here, what was decided and why.' },
  ],
}
