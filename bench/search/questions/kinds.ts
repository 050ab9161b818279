import type { Half } from '../../harness/benchmark.ts'
import { hashOf, type Random, seededRandom } from '../../harness/random.ts'
import { judge } from '../judge.ts'
import type { Library } from '../library.ts'
import { handWrittenKinds } from './hand-written-kinds.ts'
import { lexicalKinds } from './lexical-kinds.ts'
import { otherKinds } from './other-kinds.ts'
import { halfOf, type Kind, type Question } from './question.ts'
import { makeTypingError, typingErrors } from './typing-errors.ts'

const kinds = [...lexicalKinds, ...handWrittenKinds, ...otherKinds]

export const questionsOf = (library: Library, half: Half, seed = ''): Question[] =>
  kinds.flatMap((kind) => makeQuestions(kind, library, half, seed))

/** Questions of a kind for one half: each has its own text and at least one relevant picture. */
function makeQuestions(kind: Kind, library: Library, half: Half, seed: string): Question[] {
  const random = seededRandom(hashOf(`${kind.name} ${half}${seed}`))
  const questions = new Map<string, Question>()
  for (let attempt = 0; attempt < kind.count * 60 && questions.size < kind.count; attempt++) {
    const draft = kind.draft(library, random, attempt)
    if (!draft || halfOf(draft.item) !== half) continue
    const { item, ...rest } = draft
    const question = { kind: kind.name, ...rest }
    if (questions.has(question.text) || !judge(question, library).size) continue
    const isMistyped = kind.isLexical && questions.size % 3 === 2
    questions.set(question.text, isMistyped ? mistyped(question, library, random) : question)
  }
  return [...questions.values()]
}

function mistyped(question: Question, library: Library, random: Random): Question {
  const typingError = random.pick(typingErrors)
  const text = makeTypingError(typingError, question.text, library, random)
  return text === undefined ? question : { ...question, text, typingError }
}
