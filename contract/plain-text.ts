/**
 * One line of text as it is stored: line ends and other white space become a space; control characters, lone
 * surrogates, bidirectional overrides and isolates, byte order marks and zero-width spaces go. Joiners and variation
 * selectors stay, since Persian words and emoji need them.
 */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** What a person typed into a field of one line, or pasted, as the line that they saw. */
export const joinLines = (text: string): string => text.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' ').trim()
