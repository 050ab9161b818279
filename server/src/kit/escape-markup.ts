/** Escapes text for the elements and attributes of HTML and XML. */
export const escapeMarkup = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
