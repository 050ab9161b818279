import type { Annotations } from './annotations.ts'
import type { PartOfSpeech, Synset, WordNet } from './wordnet.ts'

/** Tens of a cost. The units are the number of the sense, from 0, or how loosely two words share pictures. */
const kinds = { synonym: 1, samePicture: 2, derived: 3, broader: 4, narrower: 5, mentioned: 6 } as const
type Kind = keyof typeof kinds

/** Near words of one word that are kept, of each group of kinds: the cheapest, or those that texts use most. */
const selection: { kinds: Kind[]; most: number; byFrequency?: boolean }[] = [
  { kinds: ['synonym', 'samePicture', 'derived'], most: 20 },
  { kinds: ['broader'], most: 8 },
  { kinds: ['narrower'], most: 24, byFrequency: true },
  { kinds: ['mentioned'], most: 12, byFrequency: true },
]

type NearWords = Map<string, number>

export function meaningTable(wordNet: WordNet, english: Annotations): Map<string, NearWords> {
  const table = new Map<string, NearWords>()
  const add = (word: string, near: string, kind: Kind, sense: number) => {
    if (word === near || !isKey(word) || !isKey(near)) return
    const cost = kinds[kind] * 10 + Math.min(9, sense)
    const words = table.get(word) ?? new Map()
    table.set(word, words)
    if (cost < (words.get(near) ?? 100)) words.set(near, cost)
  }
  for (const part of ['noun', 'verb', 'adj'] as const)
    for (const [word, synsets] of wordNet.senses[part])
      synsets.forEach((id, sense) => {
        if (isUsual(wordNet, word, id, sense, part))
          addSense(wordNet, word, id, sense + delay(wordNet, word, part), add)
      })
  addMentions(wordNet, add)
  addSamePictures(english, add)
  const useful = usefulWords(wordNet, english)
  return new Map(
    [...table].map(([word, near]) => [word, select(near, useful)] as const).filter(([, near]) => near.size),
  )
}

type Add = (word: string, near: string, kind: Kind, sense: number) => void

const isKey = (word: string) => word.length >= 2 && word.length <= 40 && word.split(' ').length <= 3

/** The first senses, and later ones that texts use. */
function isUsual({ frequencies }: WordNet, word: string, id: string, sense: number, part: PartOfSpeech) {
  const first = part === 'noun' ? 5 : 3
  return sense < first || (sense < 8 && (frequencies.get(`${word} ${id}`) ?? 0) > 0)
}

/** Pictures show things, so a word's senses as a noun come first. */
const delay = ({ senses }: WordNet, word: string, part: PartOfSpeech) =>
  part === 'noun' || !senses.noun.has(word) ? 0 : part === 'verb' ? 3 : 2

function addSense(wordNet: WordNet, word: string, id: string, sense: number, add: Add) {
  const synset = wordNet.synsets.get(id)!
  const number = synset.words.indexOf(word) + 1
  for (const other of synset.words) add(word, other, 'synonym', sense)
  for (const { symbol, target, from, to } of synset.pointers) {
    const { words } = wordNet.synsets.get(target)!
    const kind = kindOf(symbol, sense, id)
    if (!kind || (from && from !== number)) continue
    for (const other of to ? [words[to - 1]!] : words) add(word, other, kind, sense)
  }
}

function kindOf(symbol: string, sense: number, id: string): Kind | undefined {
  if (symbol === '+' || symbol === '\\' || symbol === '&') return 'derived'
  if (symbol.startsWith('@') && sense < 3) return 'broader'
  if (symbol === '~' && sense < 2 && id.startsWith('noun')) return 'narrower'
  return undefined
}

/** The words by which a common thing is defined lead to it: railway -> train. Words of many definitions say little. */
function addMentions(wordNet: WordNet, add: Add) {
  const definitions = [...wordNet.senses.noun].flatMap(([word, ids]) => definitionsOf(wordNet, word, ids))
  const uses = new Map<string, number>()
  for (const { mentions } of definitions) for (const one of mentions) uses.set(one, (uses.get(one) ?? 0) + 1)
  for (const { word, mentions, sense } of definitions)
    for (const one of mentions) if (uses.get(one)! <= 250) add(one, word, 'mentioned', sense)
}

/** Of the first sense of a noun, and of its second where texts use it. */
function definitionsOf({ senses, synsets, frequencies }: WordNet, word: string, ids: string[]) {
  if (word.length < 3) return []
  return ids
    .slice(0, 2)
    .map((id, sense) => ({ id, sense }))
    .filter(({ id, sense }) => sense === 0 || frequencies.get(`${word} ${id}`))
    .map(({ id, sense }) => {
      const mentions = definedBy(synsets.get(id)!).filter((one) => one !== word && senses.noun.has(one))
      return { word, mentions, sense }
    })
}

const definedBy = ({ definition }: Synset) => [...new Set(definition.toLowerCase().match(/[a-z]{3,}/g) ?? [])]

/** English words that describe the same emoji: the more of them they share, the nearer they are. */
function addSamePictures(english: Annotations, add: Add) {
  for (const [word, pictures] of english.picturesOf) {
    if (pictures.size > 12) continue
    const others = new Set([...pictures].flatMap((picture) => [...english.wordsOf.get(picture)!]))
    for (const other of others) {
      const near = nearness(pictures, other, english)
      if (near >= 0.5) add(word, other, 'samePicture', Math.round((1.5 - near) * 9))
    }
  }
}

/** From 0 to 1.5: the emoji that both words describe (Dice), more for words that name them. */
function nearness(pictures: Set<string>, other: string, english: Annotations): number {
  const others = english.picturesOf.get(other)!
  const both = [...pictures].filter((picture) => others.has(picture)).length
  const isName = [...pictures].some((picture) => english.nameOf.get(picture)?.split(' ').includes(other))
  return (2 * both) / (pictures.size + others.size) + (isName ? (0.5 * both) / pictures.size : 0)
}

/** Words that a picture may plausibly bear, with how often texts use them: others would only fill the table. */
function usefulWords({ frequencies, senses }: WordNet, english: Annotations): Map<string, number> {
  const useful = new Map<string, number>()
  for (const word of english.picturesOf.keys()) useful.set(word, 1)
  for (const word of senses.noun.keys()) if (!word.includes(' ')) useful.set(word, useful.get(word) ?? 0)
  for (const [key, frequency] of frequencies) {
    const word = key.slice(0, key.lastIndexOf(' ', key.lastIndexOf(' ') - 1))
    if (frequency > 0) useful.set(word, (useful.get(word) ?? 0) + frequency)
  }
  return useful
}

function select(near: NearWords, useful: Map<string, number>): NearWords {
  const all = [...near]
    .filter(([word]) => useful.has(word))
    .sort(([left, one], [right, other]) => one - other || (left < right ? -1 : 1))
  const chosen = selection.flatMap(({ kinds: group, most, byFrequency }) => {
    const of = all.filter(([, cost]) => group.some((kind) => kinds[kind] === Math.floor(cost / 10)))
    const use = ([word]: [string, number]) => useful.get(word)!
    return (byFrequency ? of.filter((one) => use(one) > 0).sort((a, b) => use(b) - use(a)) : of).slice(0, most)
  })
  return new Map(chosen.sort(([, one], [, other]) => one - other))
}
