import { inflateSync } from 'node:zlib'
import { type PngChunk, pngChunks } from '../png/png-chunks.ts'
import { cicpColourSpace } from './cicp.ts'
import { iccColourSpace } from './icc-profile.ts'
import { bradfordToXyz, type Chromaticities, type ColourSpace } from './primaries.ts'

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
