import { tokenize } from '../../src/features/images/tokenizer.ts'

/** Words as the tables hold them: as titles and queries are tokenized, in their order, with one blank between them. */
export const phraseOf = (text: string): string => tokenize(text.replaceAll('_', ' ')).join(' ')
