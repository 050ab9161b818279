import { colours } from '../../../contract/vocabulary/colours.ts'
import type { WordNet } from './wordnet.ts'

const names: string[] = colours.map(({ value }) => value)

/**
 * The adjectives that are kinds of the named colours: `crimson` of red. WordNet sets adjectives of colour beside
 * `chromatic` and `achromatic`; what they are of stands among their synonyms, or last in their definition.
 */
export function colourWords({ senses, synsets }: WordNet): Map<string, string> {
  const found = new Map<string, string>()
  const heads = ['chromatic', 'achromatic'].flatMap((word) => senses.adj.get(word)!)
  const shades = heads.flatMap((id) =>
    synsets
      .get(id)!
      .pointers.filter(({ symbol }) => symbol === '&')
      .map(({ target }) => synsets.get(target)!),
  )
  for (const { words, definition } of shades) {
    const colour = words.find((word) => names.includes(word)) ?? lastNamed(definition, senses, synsets)
    for (const word of words) if (colour && !found.has(word)) found.set(word, colour)
  }
  return new Map([...found].filter(([word]) => !names.includes(word)))
}

/** Also through a thing that is named in the definition: the colour of gold is a yellow. */
function lastNamed(definition: string, senses: WordNet['senses'], synsets: WordNet['synsets']): string | undefined {
  const words = definition.toLowerCase().match(/[a-z]+/g) ?? []
  const direct = words.findLast((word) => names.includes(word))
  if (direct) return direct
  const broader = (senses.noun.get(words.at(-1) ?? '') ?? []).flatMap((id) =>
    synsets
      .get(id)!
      .pointers.filter(({ symbol }) => symbol === '@')
      .flatMap(({ target }) => synsets.get(target)!.words),
  )
  return broader.find((word) => names.includes(word))
}
