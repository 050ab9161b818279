/** Escapes the wildcards of a LIKE pattern, so that each character of the text matches itself. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
