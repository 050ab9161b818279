export const messages = {
  level: 'Level',
  wentLive: 'Public at once, by the contributor’s level',
}
