import type { Reading } from '../planner.ts'
import { stemMark } from './text-vector.ts'
import { stemOf } from './word-forms.ts'

/** Weights of the fields that a reading looks at; `:*` matches longer words. */
const fieldsOfForm = { word: ':ABC', stem: ':ABC', description: ':D', prefix: ':*' }

const lexeme = (word: string, form: Reading['form']) =>
  form === 'word' || form === 'prefix' ? word : stemMark + stemOf(word)

/** All words of a reading, in the fields that it looks at. */
export const anywhere = ({ words, form }: Reading) =>
  words.map((word) => `'${lexeme(word, form)}'${fieldsOfForm[form]}`).join(' & ')

/** All words of a reading, in the title. */
export const inTitle = ({ words, form }: Reading) => words.map((word) => `'${lexeme(word, form)}':A`).join(' & ')

/** All words of a reading, in any field, as an index answers without looking at the rows. */
export const inAnyField = ({ words, form }: Reading) =>
  words.map((word) => `'${lexeme(word, form)}'${form === 'prefix' ? ':*' : ''}`).join(' & ')

export const anyOf = (readings: Reading[], toTsquery: (reading: Reading) => string) =>
  readings.map((reading) => `(${toTsquery(reading)})`).join(' | ')
