import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBrotliDecompress } from 'node:zlib'

export interface NearWord {
  /** One to three words with one blank between them, as `tokenize` returns them. */
  text: string
  /** The lower, the nearer. */
  cost: number
}

export interface Meaning {
  /** An English word or phrase. */
  word: string
  /** The percentage of its occurrences in which it is a noun. */
  nounShare: number
  /** How often WordNet's authors met it in texts. */
  frequency: number
  /** The nearest first. Tens of a cost are the kind: see README.md. */
  near: NearWord[]
}

export interface Translation {
  /** A word of another language, or an emoji without variation selectors and skin tones. */
  word: string
  /** Codes of the languages that have the word, as CLDR names them; empty for an emoji. */
  languages: string[]
  /** English words, the best first. */
  english: NearWord[]
}

/** The rows of the table of meanings, sorted by their words. */
export async function* readMeanings(): AsyncGenerator<Meaning> {
  for await (const [word, nounShare, frequency, ...near] of rowsOf('meaning'))
    yield {
      word: word!,
      nounShare: Number(nounShare),
      frequency: Number(frequency),
      near: near.map(parseNearWord),
    }
}

/** The rows of the table of translations, sorted by their words. */
export async function* readTranslations(): AsyncGenerator<Translation> {
  for await (const [word, languages, ...english] of rowsOf('translation'))
    yield { word: word!, languages: languages ? languages.split(',') : [], english: english.map(parseNearWord) }
}

/** Differs where the rows do. */
export async function tableVersion(table: 'meaning' | 'translation'): Promise<string> {
  const bytes = await readFile(join(import.meta.dirname, `${table}.tsv.br`))
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** Unpacked as it is read, so that memory does not grow with a table. */
async function* rowsOf(table: 'meaning' | 'translation'): AsyncGenerator<string[]> {
  const bytes = createReadStream(join(import.meta.dirname, `${table}.tsv.br`))
  const unpacked = bytes.pipe(createBrotliDecompress())
  bytes.on('error', (error) => unpacked.destroy(error))
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    yield line.split('\t')
}

function parseNearWord(field: string): NearWord {
  const colon = field.lastIndexOf(':')
  return { text: field.slice(0, colon), cost: Number(field.slice(colon + 1)) }
}
