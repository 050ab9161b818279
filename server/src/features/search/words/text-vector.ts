import { indexedWords, stemOf, wordsOf } from './word-forms.ts'

export interface ImageTexts {
  title: string
  keywords: string[]
  category: string
  description: string
  /** For the back offices, which find images by it too. */
  fileName?: string
}

/** Words of a description beyond these are not indexed. */
const maxDescriptionWords = 60

/** PostgreSQL's greatest position in a tsvector. */
const maxPosition = 16_383

/** A lexeme of a stem begins with this character, which no word can have. */
export const stemMark = '='

/**
 * The tsvector of an image as text: its whole words and, marked, their stems, by field: title (weight A), keywords (B),
 * category (C), description and file name (D). Positions follow the text and leave gaps between fields and keywords, so
 * that a phrase matches within one of them.
 */
export function textVector({ title, keywords, category, description, fileName = '' }: ImageTexts): string {
  const vector = new TextVector()
  vector.add('A', title)
  for (const keyword of keywords) vector.add('B', keyword)
  vector.add('C', category)
  vector.add('D', wordsOf(description).slice(0, maxDescriptionWords).join(' '))
  vector.add('D', fileName.replace(/\.png$/i, ''))
  return vector.toString()
}

/** The lexeme of an owner, which no word can be: by it the index finds a person's images that have a word. */
export const ownerLexeme = (ownerId: number) => `'@${ownerId}'`

/** The tsvector by which the back offices find an image. */
export const officeVector = (ownerId: number, texts: ImageTexts) => `${ownerLexeme(ownerId)} ${textVector(texts)}`

/** The tsquery of words in a row; descriptions do not count, unless `fields` says so. */
export const phraseQuery = (words: string[], fields = ':ABC') => words.map((word) => `'${word}'${fields}`).join(' <-> ')

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
