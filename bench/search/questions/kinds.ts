import type { Library } from '../library.ts'
import { handWrittenKinds } from './hand-written-kinds.ts'
import { lexicalKinds } from './lexical-kinds.ts'
import { makeQuestions } from './make-questions.ts'
import { otherKinds } from './other-kinds.ts'
import type { Half, Question } from './question.ts'

const kinds = [...lexicalKinds, ...handWrittenKinds, ...otherKinds]

export const questionsOf = (library: Library, half: Half): Question[] =>
  kinds.flatMap((kind) => makeQuestions(kind, library, half))
