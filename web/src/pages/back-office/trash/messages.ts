import { reportedStay, trash } from '@vitrine/contract/calls/back-office/trash'

/** Texts of the trash; messages of its endpoints are in the contract. */
export const messages = {
  hint: (days: number) => `Deleted images stay here for ${days} days. Whatever you restore is as it was.`,
  reportedStay,
  count: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'image' : 'images'}`,
  loading: 'Loading images...',
  failed: trash.list.messages.failed,
  none: 'The trash is empty.',
  noneHint: { user: 'What you delete waits here.', admin: 'What you or a contributor deletes waits here.' },
  toImages: 'To all images',
  select: (title: string) => `Select ${title}`,
  selectAll: 'All Select',
  deselect: 'Deselect',
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  restore: 'Restore',
  restoreOne: (title: string) => `Restore ${title}`,
  restoreSelected: 'Restore selected',
  by: (username: string) => `Uploaded by ${username}`,
  deleted: (by: string | null) => (by ? `Deleted by ${by}` : 'Deleted'),
  deletedByAdmin: 'Deleted by an admin, who alone can restore it',
  left: (days: number) => {
    if (days === 0) return 'Gone for good within a day'
    return days === 1 ? '1 day left' : `${days} days left`
  },
  reported: 'Reported: not decided yet',
  empty: 'Empty the trash',
  sureToEmpty: (count: number) =>
    count === 1
      ? 'Delete the image in the trash for good? No one can restore it.'
      : `Delete all ${count.toLocaleString('en')} images in the trash for good? No one can restore them.`,
  forGood: 'Delete for good',
}
