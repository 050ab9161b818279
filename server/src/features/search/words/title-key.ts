import { createHash } from 'node:crypto'
import { wordsOf } from './word-forms.ts'

/** 32 bits that are equal for titles which differ by case, punctuation and numbers alone. */
export function titleKey(title: string): number {
  const words = wordsOf(title).join(' ')
  const named = words
    .replaceAll(/\p{N}+/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim()
  return createHash('sha256')
    .update(named || words)
    .digest()
    .readInt32BE()
}
