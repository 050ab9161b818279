import { limits } from '@vitrine/contract/vocabulary/limits'

/** Texts of what is new; those of rejections are in the contract. */
export const messages = {
  bell: (unread: number) => (unread ? `News, ${countText(unread)} new` : 'News'),
  count: countText,
  heading: 'News',
  none: 'Nothing new. Decisions about your images show up here.',
  noneForAdmins: 'Nothing waits for review.',
  failed: 'The news could not be loaded.',
  rejected: (title: string) => `Rejected: ${title}`,
  rejectedEdit: (title: string) => `Edit rejected: ${title}`,
  approved: (count: number) => (count === 1 ? 'One image approved' : `${countText(count)} images approved`),
  approvedEarlier: 'Approved earlier',
  waiting: (count: number) =>
    count === 1 ? 'One image waits for review.' : `${count.toLocaleString('en')} images wait for review.`,
  noReason: 'No reason was given.',
  isNew: 'New',
}

function countText(unread: number) {
  return unread >= limits.unreadNews ? `${limits.unreadNews}+` : String(unread)
}
