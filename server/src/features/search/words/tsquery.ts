import type { Field, PricedMatch, Reading } from '../planner.ts'
import { stemMark } from './text-vector.ts'
import { stemOf } from './word-forms.ts'

/** The weights of a field's words (`textVector`); descriptions have one of their own. */
const weightsOf: Record<Field, string> = { title: 'A', titleOrTags: 'AB', category: 'C', own: 'D' }

const lexeme = (word: string, form: Reading['form']) =>
  form === 'word' || form === 'prefix' ? word : stemMark + stemOf(word)

/** All words of a reading, in one field. */
export const inField = ({ reading: { words, form }, field }: PricedMatch) =>
  words.map((word) => `'${lexeme(word, form)}':${weightsOf[field]}`).join(' & ')

/** All words of a reading, in any field, as an index answers without looking at the rows. */
export const inAnyField = ({ words, form }: Reading) =>
  words.map((word) => `'${lexeme(word, form)}'${form === 'prefix' ? ':*' : ''}`).join(' & ')

export const anyOf = <T>(ways: T[], toTsquery: (way: T) => string) =>
  ways.map((way) => `(${toTsquery(way)})`).join(' | ')
