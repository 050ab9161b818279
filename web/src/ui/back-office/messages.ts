/** Texts about images and people that several pages of the back office say. */
export const messages = {
  statuses: { draft: 'Draft', pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  level: 'Level',
  wentLive: 'Public at once, by the contributor’s level',
  editWaits: 'Edit waiting',
  publicNow: 'Public now',
  newFile: 'New file',
  editDecided: { approved: 'Edit approved', rejected: 'Edit rejected', pending: 'Edit waits again' },
}
