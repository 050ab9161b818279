// Reads the files of WordNet 3.1 (formats: wndb(5WN) and senseidx(5WN)).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { phraseOf } from './phrase.ts'

export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv'

export interface Synset {
  words: string[]
  pointers: Pointer[]
  /** The definition up to its first semicolon, quotation or bracket. */
  definition: string
  /** Its lexicographer file, which tells animals from foods, acts and so on. */
  file: string
}

export interface Pointer {
  /** `@` broader, `~` narrower, `+` derived form, `&` similar, `\` pertaining to; with `i` for instances. */
  symbol: string
  target: string
  /** Number of the word in its own synset, from 1; 0 for all of them. */
  from: number
  /** The same in the other synset. */
  to: number
}

export interface WordNet {
  /** By part of speech and offset. */
  synsets: Map<string, Synset>
  /** Ids of the synsets of each word of a part of speech, its most frequent sense first. */
  senses: Record<PartOfSpeech, Map<string, string[]>>
  /** How often WordNet's authors met a sense in texts, by word, a blank and synset. */
  frequencies: Map<string, number>
}

const partsOfSpeech: PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv']
/** As in pointers; `s` is a satellite of an adjective. */
const letters: Record<string, PartOfSpeech> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' }

export function readWordNet(folder: string): WordNet {
  const linesOf = (name: string) =>
    readFileSync(join(folder, name), 'latin1')
      .split('\n')
      .filter((line) => line && line[0] !== ' ')
  const synsets = new Map<string, Synset>()
  for (const part of partsOfSpeech)
    for (const line of linesOf(`data.${part}`)) synsets.set(`${part} ${line.slice(0, 8)}`, parseSynset(line))
  const senses = Object.fromEntries(
    partsOfSpeech.map((part) => [part, new Map(linesOf(`index.${part}`).map((line) => parseIndexLine(line, part)))]),
  ) as WordNet['senses']
  const frequencies = new Map(linesOf('index.sense').map(parseSense))
  return { synsets, senses, frequencies }
}

function parseSynset(line: string): Synset {
  const [fields = '', gloss = ''] = line.split(' | ')
  const [, file, , wordCount, ...rest] = fields.trim().split(' ')
  const words = Array.from({ length: Number.parseInt(wordCount!, 16) }, (_, at) =>
    phraseOf(rest[2 * at]!.replace(/\(\w+\)$/, '')),
  )
  const pointerFields = rest.slice(2 * words.length + 1)
  const pointers = Array.from({ length: Number(rest[2 * words.length]) }, (_, at) => {
    const [symbol, offset, letter, numbers] = pointerFields.slice(4 * at, 4 * at + 4)
    const [from, to] = [numbers!.slice(0, 2), numbers!.slice(2)].map((hex) => Number.parseInt(hex, 16))
    return { symbol: symbol!, target: `${letters[letter!]} ${offset}`, from: from!, to: to! }
  })
  return { words, pointers, definition: gloss.split(/[;"(]/)[0]!.trim(), file: file! }
}

function parseIndexLine(line: string, part: PartOfSpeech): [string, string[]] {
  const [word, , count, ...rest] = line.trim().split(' ')
  return [phraseOf(word!), rest.slice(-Number(count)).map((offset) => `${part} ${offset}`)]
}

function parseSense(line: string): [string, number] {
  const [key, offset, , frequency] = line.trim().split(' ')
  const [word, rest] = key!.split('%')
  const part = (['noun', 'verb', 'adj', 'adv', 'adj'] as const)[Number(rest![0]) - 1]
  return [`${phraseOf(word!)} ${part} ${offset}`, Number(frequency)]
}
