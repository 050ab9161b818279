/** Texts about the levels of contributors and what goes live by them. */
export const messages = {
  level: 'Level',
  wentLive: 'Public at once, by the contributor’s level',
}
