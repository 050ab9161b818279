import { indexedWords, stemOf, wordsOf } from './word-forms.ts'

/** The texts that an image is found by. */
export interface ImageTexts {
  title: string
  keywords: string[]
  category: string
  description: string
}

/** Words of a description beyond these are not indexed. */
const maxDescriptionWords = 60

/** PostgreSQL's greatest position in a tsvector. */
const maxPosition = 16_383

/** A lexeme of a stem begins with this character, which no word can have. */
export const stemMark = '='

/**
 * The tsvector of an image as text: its whole words and, marked, their stems, by field: title (weight A), keywords (B),
 * category (C), description (D). Positions follow the text and leave gaps between fields and keywords, so that a phrase
 * matches within one of them.
 */
export function textVector({ title, keywords, category, description }: ImageTexts): string {
  const vector = new TextVector()
  vector.add('A', title)
  for (const keyword of keywords) vector.add('B', keyword)
  vector.add('C', category)
  vector.add('D', wordsOf(description).slice(0, maxDescriptionWords).join(' '))
  return vector.toString()
}

type Weight = 'A' | 'B' | 'C' | 'D'

class TextVector {
  #positions = new Map<string, string[]>()
  #next = 1

  add(weight: Weight, text: string) {
    for (const { word, whole } of indexedWords(text)) {
      const position = `${Math.min(this.#next++, maxPosition)}${weight}`
      for (const lexeme of new Set([word, whole ?? word])) {
        this.#put(lexeme, position)
        this.#put(stemMark + stemOf(lexeme), position)
      }
    }
    this.#next += 10
  }

  #put(lexeme: string, position: string) {
    const positions = this.#positions.get(lexeme)
    if (positions) positions.push(position)
    else this.#positions.set(lexeme, [position])
  }

  /** Lexemes hold letters, marks, digits and the stem's mark only, so that nothing needs escaping. */
  toString() {
    return [...this.#positions].map(([lexeme, positions]) => `'${lexeme}':${positions.join()}`).join(' ')
  }
}
