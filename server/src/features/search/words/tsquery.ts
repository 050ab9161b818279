import type { Reading } from '../planner.ts'
import { stemMark } from './text-vector.ts'
import { stemOf } from './word-forms.ts'

export const lexeme = (word: string, form: Reading['form']) =>
  form === 'word' || form === 'prefix' ? word : stemMark + stemOf(word)

/** All words of a reading, in any field, as an index answers without looking at the rows. */
export const inAnyField = ({ words, form }: Reading) =>
  words.map((word) => `'${lexeme(word, form)}'${form === 'prefix' ? ':*' : ''}`).join(' & ')

export const anyOf = <T>(ways: T[], toTsquery: (way: T) => string) =>
  ways.map((way) => `(${toTsquery(way)})`).join(' | ')
