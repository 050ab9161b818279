import { inflateSync } from 'node:zlib'
import { type PngChunk, pngChunks } from '../png/png-chunks.ts'
import { iccColourSpace } from './icc-profile.ts'
import { srgbToLinear } from './oklab.ts'
import { bradfordToXyz, type Chromaticities, type ColourSpace, type Curve } from './primaries.ts'

/** A cICP chunk's RGB space of full range (ITU-T H.273), not PQ or HLG, which each browser maps in its own way. */
function cicpColourSpace(data: Buffer): ColourSpace | undefined {
  const [primaries, transfer, matrix, isFullRange] = data
  const chromaticities = PRIMARIES[primaries!]
  const toLinear = TRANSFERS[transfer!]
  if (data.length !== 4 || !chromaticities || !toLinear || matrix !== 0 || isFullRange !== 1) return undefined
  return { toLinear: [toLinear, toLinear, toLinear], toXyz: bradfordToXyz(chromaticities) }
}

const D65 = [0.3127, 0.329] as const
const C = [0.31, 0.316] as const

/** ITU-T H.273, table 2. */
const PRIMARIES: Record<number, Chromaticities> = {
  1: [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06],
  4: [...C, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  7: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  8: [...C, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  10: [1 / 3, 1 / 3, 1, 0, 0, 1, 0, 0],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
}

/** BT.1886: how a display shows what BT.709 and its kin encode. */
const bt1886: Curve = (sample) => sample ** 2.4

/** ITU-T H.273, table 3: from a sample to light, both 0 to 1. */
const TRANSFERS: Record<number, Curve> = {
  1: bt1886,
  4: (sample) => sample ** 2.2,
  5: (sample) => sample ** 2.8,
  6: bt1886,
  7: (sample) => (sample < 0.0913 ? sample / 4 : ((sample + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: (sample) => sample,
  11: bt1886,
  13: srgbToLinear,
  14: bt1886,
  15: bt1886,
  17: (sample) => (52.37 / 48) * sample ** 2.6,
}

/**
 * What the colours of a PNG mean, as Chromium reads it: the first of cICP, iCCP, sRGB and gAMA with cHRM that it
 * understands (PNG third edition, 4.3). Null stands for sRGB, which is also what a file without such chunks has;
 * 'lookup-table' for an ICC profile that needs a colour management system.
 */
export function readColourSpace(png: Buffer): ColourSpace | 'lookup-table' | null {
  const chunks = new Map(readColourChunks(png).map(({ type, data }) => [type, data]))
  const cicp = chunks.get('cICP')
  const fromCicp = cicp && cicpColourSpace(cicp)
  if (fromCicp) return fromCicp
  const iccp = chunks.get('iCCP')
  const fromProfile = iccp && iccColourSpace(inflateProfile(iccp), isColoured(png))
  if (fromProfile) return fromProfile === 'ignored' ? null : fromProfile
  if (chunks.has('sRGB')) return null
  const gama = chunks.get('gAMA')
  return gama ? gammaColourSpace(gama, chunks.get('cHRM')) : null
}

/** The same file without the chunks that describe colours, so that no decoder applies or refuses them. */
export function dropColourChunks(png: Buffer): Buffer {
  const dropped = readColourChunks(png)
  if (!dropped.length) return png
  const ends = [8, ...dropped.map(({ end }) => end)]
  const starts = [...dropped.map(({ start }) => start), png.length]
  return Buffer.concat(ends.map((end, at) => png.subarray(end === 8 ? 0 : end, starts[at])))
}

const readColourChunks = (png: Buffer): PngChunk[] => [...pngChunks(png)].filter(({ type }) => COLOUR_CHUNKS.has(type))

const COLOUR_CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])

/** Bit 1 of IHDR's colour type. */
export const isColoured = (png: Buffer) => (png[25]! & 2) !== 0

/** The profile behind its name and a method; empty where it is damaged. */
function inflateProfile(data: Buffer): Buffer {
  try {
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The largest printer profiles have 3 MB. */
const MAX_PROFILE_BYTES = 8 * 2 ** 20

/** PNG stores such values times 100,000. */
const SCALE = 100_000

/** gAMA alone keeps the primaries of sRGB, and 1 / 2.2 alone means sRGB itself; cHRM says nothing without gAMA. */
function gammaColourSpace(gama: Buffer, chrm: Buffer | undefined): ColourSpace | null {
  const gamma = gama.length === 4 ? gama.readUInt32BE(0) : 0
  if (gamma === 0 || (!chrm && gamma === SRGB_GAMMA)) return null
  const toXyz = chrm && chrm.length === 32 ? bradfordToXyz(readChromaticities(chrm)) : undefined
  if (chrm && !toXyz) return null
  const toLinear = (sample: number) => sample ** (SCALE / gamma)
  return { toLinear: [toLinear, toLinear, toLinear], toXyz }
}

const SRGB_GAMMA = 45_455

const readChromaticities = (chrm: Buffer) =>
  Array.from({ length: 8 }, (_, at) => chrm.readUInt32BE(at * 4) / SCALE) as Chromaticities
