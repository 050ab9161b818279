import type { Database } from '#kit/database/statements'
import { stemOf, wordsOf } from '../words/word-forms.ts'
import { lemmasOf, positivesOf } from '../words/word-variants.ts'
import {
  type DictionaryEntry,
  selectContinuations,
  selectEntries,
  selectKnown,
  selectSimilarWords,
} from './dictionary.sql.ts'

const unknownEntry = (word: string): DictionaryEntry => ({
  word,
  uses: 0,
  stem_uses: 0,
  share: 0,
  is_described: false,
  meanings: null,
  noun_share: null,
  frequency: null,
  translations: null,
})

/** Queries of one question beyond these are not asked: what they would tell stays unknown. */
const maxQueries = 64

const withStem = (word: string) => ({ word, stem: stemOf(word) })

/** What the database knows about words, read once for a question: `load` first, then ask. */
export class Dictionary {
  readonly #db: Database
  readonly #entries = new Map<string, DictionaryEntry>()
  readonly #continuations = new Map<string, Promise<string[]>>()
  readonly #similar = new Map<string, Promise<string[]>>()
  readonly #known = new Map<string, boolean>()
  #queryCount = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Asks for one more thing, as long as the question may. */
  async ask<T>(query: () => Promise<T>, unknown: T): Promise<T> {
    return this.#queryCount++ < maxQueries ? query() : unknown
  }

  async load(words: string[]): Promise<void> {
    const missing = [...new Set(words)].filter((word) => !this.#entries.has(word))
    if (!missing.length) return
    const entries = await this.ask(() => selectEntries(this.#db, missing.map(withStem)), [])
    for (const entry of entries) this.#entries.set(entry.word, entry)
  }

  /** With the parts of phrases. */
  loadTexts(texts: string[]): Promise<void> {
    return this.load(texts.flatMap((text) => [text, ...wordsOf(text)]))
  }

  entryOf(word: string): DictionaryEntry {
    return this.#entries.get(word) ?? unknownEntry(word)
  }

  /** Images that have the word in any form, about. */
  usesOf(word: string): number {
    const { uses, stem_uses } = this.entryOf(word)
    return Math.max(uses, stem_uses)
  }

  isAvailable(text: string): boolean {
    const words = wordsOf(text)
    return words.length > 0 && words.every((word) => this.usesOf(word) > 0)
  }

  /** Whether the table of meanings lists the word or what it is a form of. */
  isEnglish(word: string): boolean {
    return this.englishEntryOf(word) !== undefined
  }

  /** The entry of an English word, or of what it is a form of. */
  englishEntryOf(word: string): DictionaryEntry | undefined {
    return [word, ...lemmasOf(word)].map((form) => this.entryOf(form)).find(({ meanings }) => meanings !== null)
  }

  continuationsOf(word: string): Promise<string[]> {
    return this.#continuations.getOrInsertComputed(word, () => this.ask(() => selectContinuations(this.#db, word), []))
  }

  similarTo(word: string): Promise<string[]> {
    return this.#similar.getOrInsertComputed(word, () => this.ask(() => selectSimilarWords(this.#db, word), []))
  }

  /** The candidates that are words, with their entries loaded. */
  async knownAmong(words: Iterable<string>): Promise<string[]> {
    const all = [...words]
    const unseen = all.filter((word) => !this.#known.has(word))
    if (unseen.length) await this.#findKnown(unseen)
    const known = all.filter((word) => this.#known.get(word))
    await this.load(known.flatMap((word) => [word, ...positivesOf(word)]))
    return known
  }

  async #findKnown(words: string[]): Promise<void> {
    const stemsOf = new Map(words.map((word) => [word, [word, ...positivesOf(word)].map(stemOf)]))
    const stems = [...new Set([...stemsOf.values()].flat())]
    const known = await this.ask(() => selectKnown(this.#db, stems, words), { stems: [], words: [] })
    const [inImages, listed] = [new Set(known.stems), new Set(known.words)]
    for (const [word, stems] of stemsOf)
      this.#known.set(word, listed.has(word) || stems.some((stem) => inImages.has(stem)))
  }
}

/** A word or phrase that another stands for. */
export interface Target {
  text: string
  /** The lower, the nearer; see server/word-tables/README.md. */
  cost: number
}

/** Parses pairs of `text:cost` separated by commas. */
export const parseTargets = (targets: string | null): Target[] =>
  (targets ? targets.split(',') : []).map((one) => {
    const at = one.lastIndexOf(':')
    return { text: one.slice(0, at), cost: Number(one.slice(at + 1)) }
  })

const kinds = ['synonym', 'samePicture', 'narrower', 'broader', 'colour'] as const
export type Kind = (typeof kinds)[number]

/** How a word of the table of meanings is near another: the tens of its cost. */
export const kindOf = ({ cost }: Target) => kinds[Math.floor(cost / 10) - 1]!
