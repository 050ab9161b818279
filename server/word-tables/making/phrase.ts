import { tokenize } from '../../src/features/images/tokenizer.ts'

/**
 * Words as the tables hold them: as titles and queries are tokenized, in their order and with one blank between them.
 * An apostrophe belongs to its word, and a possessive s does not: `valentine's day` is `valentine day`.
 */
export const phraseOf = (text: string): string =>
  tokenize(text.replaceAll('_', ' ').replaceAll(/['’`](s\b)?/g, '')).join(' ')
