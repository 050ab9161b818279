import {
  chrmChunk,
  chromaticities,
  cicpChunk,
  gamaChunk,
  greyProfile,
  iccpChunk,
  rgbProfile,
  srgbChunk,
  toXyz,
} from '../../server/test/colour-chunks.ts'
import { aPng, type PngOptions } from '../../server/test/png.ts'

export interface OddPng {
  /** What its colours are described by. */
  kind: string
  name: string
  bytes: Buffer
}

/** PNGs that differ in how they store and describe their colours; another seed draws other ones. */
export function oddPngs(count: number, seed: number): OddPng[] {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, (_, at) => {
    const format = formats[at % formats.length]!
    const [kind, describe] = descriptions[Math.floor(at / 2) % descriptions.length]!
    const { chunks, detail } = describe(random, format.colourType === 0 || format.colourType === 4)
    // One in eight has three previews, and half of the others are larger than the smallest.
    const width = Math.round(at % 8 === 0 ? 660 + random() * 100 : 180 + random() * 280)
    const options: PngOptions = {
      ...format,
      width,
      height: Math.round(width * (0.5 + random() * 0.6)),
      alpha: (['clear', 'clear', 'soft', 'opaque'] as const)[Math.floor(random() * 4)]!,
      colour: `#${[0, 0, 0]
        .map(() =>
          Math.floor(random() * 256)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
      interlaced: random() < 0.3,
      seed: at,
      colourChunks: chunks,
    }
    const name = `${detail}, colour type ${format.colourType} of ${format.bitDepth} bits`
    return { kind, name, bytes: aPng(options) }
  })
}

const formats = (
  [
    [6, 8],
    [6, 16],
    [3, 8],
    [2, 8],
    [4, 8],
    [3, 4],
    [2, 16],
    [0, 8],
    [6, 8],
    [4, 16],
    [3, 2],
    [0, 16],
    [3, 1],
    [0, 4],
    [0, 2],
    [0, 1],
  ] as const
).map(([colourType, bitDepth]) => ({ colourType, bitDepth }))

type Random = () => number
type Describe = (random: Random, isGrey: boolean) => { chunks: Buffer[]; detail: string }

const pick = <Value>(values: readonly Value[], random: Random): Value => values[Math.floor(random() * values.length)]!
const exponent = (random: Random) => 0.25 + random() * 1.2
const primaries = ['adobe', 'displayP3', 'swapped', 'warmWhite'] as const

const descriptions: [kind: string, Describe][] = [
  ['gAMA', (random) => withDetail('gamma', exponent(random), (gamma) => [gamaChunk(gamma)])],
  [
    'gAMA and cHRM',
    (random) => {
      const [gamma, name] = [exponent(random), pick(primaries, random)]
      return { chunks: [gamaChunk(gamma), chrmChunk(chromaticities[name])], detail: `gamma ${gamma}, ${name}` }
    },
  ],
  [
    'iCCP with a gamma',
    (random, isGrey) => {
      const [gamma, name] = [1 + random() * 1.8, pick(['srgb', 'adobe', 'proPhoto'] as const, random)]
      const profile = isGrey && random() < 0.5 ? greyProfile(gamma) : rgbProfile(toXyz[name], gamma)
      return { chunks: [iccpChunk(profile)], detail: `profile of gamma ${gamma}, ${name}` }
    },
  ],
  [
    'iCCP with a table',
    (random) => {
      const bend = 0.6 + random() * 2
      const table = Array.from({ length: 64 }, (_, at) => (at / 63) ** bend)
      return { chunks: [iccpChunk(rgbProfile(toXyz.adobe, table))], detail: `profile with a table, bend ${bend}` }
    },
  ],
  [
    'cICP',
    (random) => {
      const [from, transfer] = [pick([1, 5, 6, 9, 12], random), pick([1, 4, 5, 7, 8, 13, 17], random)]
      return { chunks: [cicpChunk(from, transfer)], detail: `cICP ${from} ${transfer}` }
    },
  ],
  ['sRGB over gAMA', (random) => withDetail('gamma', exponent(random), (gamma) => [srgbChunk(), gamaChunk(gamma)])],
  [
    'cICP over iCCP',
    () => ({ chunks: [cicpChunk(12, 13), iccpChunk(rgbProfile(toXyz.proPhoto, 1))], detail: 'cICP over a profile' }),
  ],
  [
    'iCCP over gAMA',
    (random, isGrey) => ({
      chunks: [gamaChunk(exponent(random)), iccpChunk(isGrey ? greyProfile(1.8) : rgbProfile(toXyz.srgb, 1.8))],
      detail: 'profile over gAMA',
    }),
  ],
  ['cHRM alone', () => ({ chunks: [chrmChunk(chromaticities.adobe)], detail: 'cHRM alone' })],
  ['iCCP that is damaged', () => ({ chunks: [iccpChunk(Buffer.alloc(300))], detail: 'damaged profile' })],
  ['iCCP of CMYK', () => ({ chunks: [iccpChunk(cmykProfile())], detail: 'profile of four inks' })],
  ['none', () => ({ chunks: [], detail: 'no description' })],
]

function withDetail(what: string, value: number, chunks: (value: number) => Buffer[]) {
  return { chunks: chunks(value), detail: `${what} ${value.toFixed(3)}` }
}

/** A profile header is all that a reader of RGB looks at. */
function cmykProfile(): Buffer {
  const profile = rgbProfile(toXyz.srgb, 1)
  profile.write('CMYK', 16, 'latin1')
  return profile
}

/** Mulberry32: the same numbers, 0 to 1, for the same seed. */
function randomNumbers(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
