import { type Half, halves } from '../../harness/benchmark.ts'
import { hashOf, type Random } from '../../harness/random.ts'
import type { Library } from '../library.ts'
import type { TypingError } from './typing-errors.ts'

export interface Question {
  kind: string
  text: string
  /** A relevant picture has one alternative of each, in any form; an alternative of several words needs them all. */
  concepts: string[][]
  /** One concept suffices. */
  isAnyOf?: boolean
  /** A relevant picture has none of these words. */
  without?: string[]
  /** A relevant picture has these words one after the other; `concepts` then counts for nothing. */
  phrase?: string
  typingError?: TypingError
}

/** A question with the word or picture from which it was made, by which it belongs to one of the halves. */
export type Draft = Omit<Question, 'kind'> & { item: string }

export interface Kind {
  name: string
  /** Questions of one half, at most. */
  count: number
  /** One in three is mistyped. */
  isLexical?: boolean
  /** Undefined where this attempt makes none. */
  draft(library: Library, random: Random, attempt: number): Draft | undefined
}

export const halfOf = (item: string): Half => halves[hashOf(item) % 2]!
