import type { Annotations } from './annotations.ts'
import { colourWords } from './colour-words.ts'
import { type PartsOfSpeech, partsOfSpeech } from './parts-of-speech.ts'
import type { PartOfSpeech, WordNet } from './wordnet.ts'

/** Tens of a cost. The units are the number of the sense, from 0, or how loosely two words share pictures. */
const kinds = { synonym: 1, samePicture: 2, narrower: 3, broader: 4, colour: 5 } as const
type Kind = keyof typeof kinds

/** Near words of one word that are kept, of each group of kinds: the cheapest, or those that texts use most. */
const selection: { kinds: Kind[]; most: number; byFrequency?: boolean }[] = [
  { kinds: ['synonym', 'samePicture'], most: 20 },
  { kinds: ['narrower'], most: 40, byFrequency: true },
  { kinds: ['broader'], most: 8 },
  { kinds: ['colour'], most: 1 },
]

type NearWords = Map<string, number>

export interface Meaning extends PartsOfSpeech {
  near: NearWords
}

export function meaningTable(wordNet: WordNet, english: Annotations): Map<string, Meaning> {
  const table = new Map<string, NearWords>()
  const add: Add = (word, near, kind, rank) => {
    if (word === near || !isKey(word) || !isKey(near)) return
    const cost = kinds[kind] * 10 + Math.min(9, rank)
    const words = table.get(word) ?? new Map()
    table.set(word, words)
    if (cost < (words.get(near) ?? 100)) words.set(near, cost)
  }
  const useful = usefulWords(wordNet, english)
  const parts = partsOfSpeech(wordNet, english)
  const nounShareOf = (word: string) => parts.get(word)?.nounShare ?? 100
  const isNoun = (word: string) => nounShareOf(word) >= 50
  for (const relation of relations(wordNet, useful)) {
    const { word, near, kind, rank } = relation
    if (isNoun(word) && nounShareOf(near) < leastNounShare) continue
    if (isUsual(wordNet, english, relation)) add(word, near, kind, rank)
  }
  addNamesOfPictures(wordNet, english, add)
  for (const [word, colour] of colourWords(wordNet)) if (!isNoun(word)) add(word, colour, 'colour', 0)
  const words = [...new Set([...parts.keys(), ...table.keys()])].filter(isKey)
  return new Map(
    words
      .map((word): [string, Meaning] => {
        const { nounShare, frequency } = parts.get(word) ?? { nounShare: 100, frequency: 0 }
        return [word, { nounShare, frequency, near: select(table.get(word) ?? new Map(), useful) }]
      })
      // A phrase without near words tells nothing of its words.
      .filter(([word, { near }]) => near.size || !word.includes(' ')),
  )
}

/** The percentage of its occurrences in which a word that is near a noun is one as well: `showing` is not. */
const leastNounShare = 10

/** The rank is that of the word's sense, from 0, or how loosely the words share pictures. */
type Add = (word: string, near: string, kind: Kind, rank: number) => void

const isKey = (word: string) => word.length >= 2 && word.length <= 40 && word.split(' ').length <= 3

/** A word is near another where they share a sense, or where one of its senses is broader or narrower. */
interface Relation {
  word: string
  near: string
  kind: Kind
  part: PartOfSpeech
  /** The synset of the word's sense, and its place among the word's senses, from 0. */
  id: string
  rank: number
  /** The synset by which the other word is near. */
  target: string
}

function* relations(wordNet: WordNet, useful: Map<string, number>): Generator<Relation> {
  for (const { word, part, id, rank } of commonSenses(wordNet)) {
    for (const [kind, target] of nearSynsets(wordNet, id, part, useful))
      for (const near of wordNet.synsets.get(target)!.words) yield { word, near, kind, part, id, rank, target }
    for (const [near, target] of pertainedNouns(wordNet, id))
      yield { word, near, kind: 'synonym', part: 'noun', id, rank, target }
  }
}

type Sense = Pick<Relation, 'word' | 'part' | 'id' | 'rank'>

/** Pictures show things, so the senses of a noun count alone where a word has some. */
const commonSenses = (wordNet: WordNet): Sense[] =>
  (['noun', 'verb', 'adj'] as const).flatMap((part) =>
    [...wordNet.senses[part]]
      .filter(([word]) => part === 'noun' || !wordNet.senses.noun.has(word))
      .flatMap(([word, ids]) => ids.map((id, rank) => ({ word, part, id, rank })))
      .filter((sense) => isCommon(wordNet, sense)),
  )

function* nearSynsets(
  wordNet: WordNet,
  id: string,
  part: PartOfSpeech,
  useful: Map<string, number>,
): Generator<[Kind, string]> {
  yield ['synonym', id]
  if (part !== 'noun') return
  for (const target of narrowerSynsets(wordNet, id, useful)) yield ['narrower', target]
  for (const target of broaderSynsets(wordNet, id, useful)) yield ['broader', target]
}

/** The things to which an adjective pertains: floral, to a flower. */
const pertainedNouns = ({ synsets }: WordNet, id: string): [string, string][] =>
  synsets
    .get(id)!
    .pointers.filter(({ symbol, to }) => symbol === '\\' && to)
    .map(({ target, to }) => [synsets.get(target)!.words[to - 1]!, target])

/** Later senses of a synonym are not what pictures that bear it show. */
const usualSenses = 3

/**
 * Whether two words are usually meant so: a synonym by one of its first senses, what is broader by a common one, a kind
 * by its first, and both of something that can be seen. A word that describes emoji is near what it is a kind of, and
 * its kinds, only where these describe one of them too, or where both words first mean something of one sort.
 */
function isUsual(wordNet: WordNet, { picturesOf }: Annotations, relation: Relation): boolean {
  const { senses, synsets } = wordNet
  const { word, near, kind, part, id, rank, target } = relation
  const ofNear = senses[part].get(near) ?? []
  const nearRank = ofNear.indexOf(target)
  if (kind === 'synonym') return nearRank < usualSenses
  const isMeant =
    kind === 'narrower' ? nearRank === 0 : isCommon(wordNet, { word: near, part, id: target, rank: nearRank })
  if (!isMeant || !isVisible(wordNet, id)) return false
  const pictures = picturesOf.get(word)
  if (!pictures?.isDisjointFrom(picturesOf.get(near) ?? new Set())) return true
  return rank === 0 && synsets.get(id)!.file === synsets.get(ofNear[0]!)!.file
}

/** WordNet's files of what can be seen: animals, artifacts, bodies, foods, objects, people, plants. */
const things = new Set(['05', '06', '08', '13', '17', '18', '20'])
/** Also places, phenomena, possessions, shapes and substances; not acts, events, feelings or what is said. */
const visible = new Set([...things, '15', '19', '21', '25', '27'])

const isVisible = ({ synsets }: WordNet, id: string) => visible.has(synsets.get(id)!.file)

/** The share of a word's occurrences that makes a sense a common one, and the occurrences that tell shares. */
const [commonShare, leastMet] = [0.15, 3]

/**
 * The first sense, the second where texts use it, and later ones that they use often. Of a word that texts hardly use,
 * as of `colour`, those that are things or the first of a synonym, and the first two.
 */
function isCommon({ frequencies, senses, synsets }: WordNet, { word, part, id, rank }: Sense): boolean {
  const counts = senses[part].get(word)!.map((one) => frequencies.get(`${word} ${one}`) ?? 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total >= leastMet) return rank === 0 || counts[rank]! / total >= (rank === 1 ? Number.MIN_VALUE : commonShare)
  const isFirstOf = (other: string) => senses[part].get(other)?.[0] === id && frequencies.get(`${other} ${id}`)
  return rank < 2 || things.has(synsets.get(id)!.file) || synsets.get(id)!.words.some(isFirstOf)
}

/** The nearest kinds with words that texts use: an ant is a hymenopteran, which no one says, and that an insect. */
const narrowerSynsets = (wordNet: WordNet, id: string, useful: Map<string, number>): string[] =>
  kindsOf(wordNet, id).flatMap((kind) =>
    wordNet.synsets.get(kind)!.words.some((word) => useful.get(word)) || countKinds(wordNet, kind) > mostKinds
      ? [kind]
      : [kind, ...narrowerSynsets(wordNet, kind, useful)],
  )

const kindsOf = ({ synsets }: WordNet, id: string): string[] =>
  synsets.get(id)!.pointers.flatMap(({ symbol, target }) => (symbol === '~' ? [target] : []))

/** What has more kinds, such as a person or a mammal, is no picture of each of them. */
const mostKinds = 400

/** At most one more than `mostKinds`. */
function countKinds(wordNet: WordNet, id: string): number {
  let count = 0
  for (const kind of kindsOf(wordNet, id)) if (count <= mostKinds) count += 1 + countKinds(wordNet, kind)
  return count
}

/** The nearest broader ones with words that texts use: a retriever is a sporting dog, and that a dog. */
const broaderSynsets = (wordNet: WordNet, id: string, useful: Map<string, number>): string[] =>
  wordNet.synsets
    .get(id)!
    .pointers.filter(({ symbol, target }) => symbol === '@' && countKinds(wordNet, target) <= mostKinds)
    .flatMap(({ target }) =>
      wordNet.synsets.get(target)!.words.some((word) => useful.get(word))
        ? [target]
        : broaderSynsets(wordNet, target, useful),
    )

/** Emoji of a word that describes things rather than a mood or a subject, at most. */
const mostPictures = 8

/** The rank of the last word of a name that all emoji of a word have: trainers are a running shoe. */
const headRank = 3

/**
 * The names of the emoji that a word describes, where they are of one sort: a parrot is no pirate. The more of them are
 * called so, the nearer they are. Also words that describe the same emoji and few others: a pistol is a gun.
 */
function addNamesOfPictures(wordNet: WordNet, english: Annotations, add: Add) {
  const fileOf = (word: string) => wordNet.synsets.get(wordNet.senses.noun.get(word)?.[0] ?? '')?.file
  const isAlike = (word: string, name: string) => {
    const [one, other] = [fileOf(word), fileOf(name)]
    return one === other || !one || (!other && name.includes(' '))
  }
  for (const [word, name, rank] of namesOfPictures(english)) {
    if (isAlike(word, name)) add(word, name, 'samePicture', rank)
    const head = name.split(' ').at(-1)!
    if (rank === 0 && isAlike(word, head)) add(word, head, 'samePicture', headRank)
  }
  for (const [word, other, rank] of wordsOfSamePictures(english))
    if (fileOf(word) && fileOf(word) === fileOf(other)) add(word, other, 'samePicture', rank)
}

function* namesOfPictures({ picturesOf, nameOf }: Annotations): Generator<[string, string, rank: number]> {
  for (const [word, pictures] of picturesOf) {
    if (pictures.size > mostPictures) continue
    const names = [...pictures].flatMap((picture) => nameOf.get(picture) ?? [])
    for (const [name, { length }] of Map.groupBy(names, (name) => name))
      yield [word, name, Math.round(9 * (1 - length / pictures.size))]
  }
}

/** The share of the emoji of two words that both describe, from which on they mean the same. */
const leastShared = 0.5

function* wordsOfSamePictures({ picturesOf, wordsOf }: Annotations): Generator<[string, string, rank: number]> {
  for (const [word, pictures] of picturesOf)
    for (const other of new Set([...pictures].flatMap((picture) => [...wordsOf.get(picture)!]))) {
      const ofOther = picturesOf.get(other)!
      const shared = pictures.intersection(ofOther).size / pictures.union(ofOther).size
      if (shared >= leastShared) yield [word, other, Math.round(9 * (1 - shared))]
    }
}

/** A word of an emoji counts as if texts had it so often. */
const asEmoji = 10

/** Words that a picture may plausibly bear, with how often texts use them: others would only fill the table. */
function usefulWords({ frequencies, senses }: WordNet, english: Annotations): Map<string, number> {
  const useful = new Map<string, number>()
  for (const word of english.picturesOf.keys()) useful.set(word, asEmoji)
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
    return (byFrequency ? of.toSorted((a, b) => use(b) - use(a)) : of).slice(0, most)
  })
  return new Map(chosen.sort(([, one], [, other]) => one - other))
}
