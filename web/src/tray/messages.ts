/** Texts of the tray that stand on pages before it is used; the others are in tray-messages.ts. */
export const messages = {
  add: 'Add to tray',
  remove: 'Take out of tray',
}
