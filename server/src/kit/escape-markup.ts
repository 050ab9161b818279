/** Escapes text for the elements and attributes of HTML and XML. */
export const escapeMarkup = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Escapes text for XML; characters that XML 1.0 cannot represent (section 2.2) are removed. */
export const escapeXml = (text: string) =>
  escapeMarkup(text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
