import { type ColourValue, colours } from '@vitrine/contract/vocabulary/colours'
import sharp from 'sharp'
import { toCanvas } from '../harness/pixels.ts'
import { hashOf, seededRandom } from '../harness/random.ts'
import type { Library } from './library.ts'
import { type Engine, shareTable } from './metrics.ts'
import { pickPicture, usualTitleWords } from './questions/ingredients.ts'
import { lemmaOf, nouns } from './words.ts'

/** The share of a picture's visible pixels that each colour has. */
export type ColourShares = Partial<Record<ColourValue, number>>

/** Pixels of the longer side that are looked at. */
const side = 96

/** By hue, saturation and value: on purpose none of the product's own functions, which measure in OKLCH. */
export async function colourShares(png: Buffer): Promise<ColourShares> {
  const { pixels } = await toCanvas(sharp(png).resize(side, side, { fit: 'inside', kernel: 'nearest' }))
  const counts = new Map<ColourValue, number>()
  let visible = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 128) continue
    const name = nameOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    visible++
  }
  return Object.fromEntries(Array.from(counts, ([name, count]) => [name, count / visible]))
}

function nameOf(red: number, green: number, blue: number): ColourValue {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [value, saturation] = [most / 255, most ? (most - least) / most : 0]
  if (value < 0.22) return 'black'
  if (saturation < 0.13) return value > 0.9 ? 'white' : value < 0.3 ? 'black' : 'grey'
  const sector =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least)
  return nameOfHue((sector * 60 + 360) % 360, saturation, value)
}

/** Upper bounds of hues in degrees. */
const hues: [end: number, name: ColourValue][] = [
  [14, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [160, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [300, 'purple'],
  [345, 'pink'],
  [361, 'red'],
]

function nameOfHue(hue: number, saturation: number, value: number): ColourValue {
  const name = hues.find(([end]) => hue < end)![1]
  if (name === 'red' && saturation < 0.5 && value > 0.75) return 'pink'
  return name === 'orange' && value < 0.65 ? 'brown' : name
}

const mostPairs = 200
/** Share of visible pixels from which on a picture has a colour. */
const leastShare = 0.3

/** What engines make of a colour and a noun of which some picture has that colour. */
export async function measureColours(
  engines: Engine[],
  library: Library,
  shares: Map<number, ColourShares>,
  seed: string,
): Promise<string[]> {
  const hasColour = (id: number, colour: ColourValue) => (shares.get(id)?.[colour] ?? 0) >= leastShare
  const pairs = colourPairs(library, hasColour, seed)
  const rows = await shareTable(engines, [...pairs.keys()], ['first', 'among ten'], (text, ids) => {
    const { colour, noun } = pairs.get(text)!
    const areRight = ids.map((id) => Boolean(library.byLemma.get(noun)?.has(id)) && hasColour(id, colour))
    return [areRight[0] ?? false, areRight.includes(true)]
  })
  return ['', 'A colour and a noun, judged by pixels:', '', ...rows]
}

/** Nouns of three titles or more, with a colour that one of their pictures has. */
function colourPairs(library: Library, hasColour: (id: number, colour: ColourValue) => boolean, seed: string) {
  const random = seededRandom(hashOf(`colours${seed}`))
  const names = colours.map(({ value }) => value)
  const pairs = new Map<string, { colour: ColourValue; noun: string }>()
  for (let attempt = 0; attempt < 100 * mostPairs && pairs.size < mostPairs; attempt++) {
    const noun =
      usualTitleWords(pickPicture(library, random))
        .map(lemmaOf)
        .find((word) => nouns.has(word)) ?? ''
    const ids = [...(library.byTitleLemma.get(noun) ?? [])]
    const colour = random.pick(names)
    if (ids.length >= 3 && ids.some((id) => hasColour(id, colour))) pairs.set(`${colour} ${noun}`, { colour, noun })
  }
  return pairs
}
