import { deflateSync } from 'node:zlib'
import { chunk } from './png.ts'

/** A gAMA chunk: the exponent from light to sample, such as 1 / 2.2. */
export const gamaChunk = (exponent: number) => chunk('gAMA', uint32s([exponent]))

/** A cHRM chunk: x and y of white, red, green and blue. */
export const chrmChunk = (chromaticities: readonly number[]) => chunk('cHRM', uint32s(chromaticities))

export const srgbChunk = () => chunk('sRGB', Buffer.from([0]))

/** A cICP chunk with RGB samples of the full range: the numbers of ITU-T H.273 for primaries and transfer. */
export const cicpChunk = (primaries: number, transfer: number) =>
  chunk('cICP', Buffer.from([primaries, transfer, 0, 1]))

export const iccpChunk = (profile: Buffer) =>
  chunk('iCCP', Buffer.concat([Buffer.from('odd\0\0', 'latin1'), deflateSync(profile)]))

/** PNG stores such values times 100,000. */
function uint32s(values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) data.writeUInt32BE(Math.round(value * 100_000), at * 4)
  return data
}

export const chromaticities = { adobe: [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06] } as const

/** The rows of a matrix that takes linear RGB to XYZ of white D50 (ICC.1, annex E). */
export const toXyz = {
  srgb: [0.43607, 0.38515, 0.14307, 0.22249, 0.71687, 0.06061, 0.01392, 0.09708, 0.7141],
  adobe: [0.60974, 0.20528, 0.14919, 0.31111, 0.62567, 0.06322, 0.01947, 0.06087, 0.74457],
} as const

export function rgbProfile(matrix: readonly number[], gamma: number): Buffer {
  const columns = [0, 1, 2].map((column) => xyz([matrix[column]!, matrix[column + 3]!, matrix[column + 6]!]))
  const [rTRC, gTRC, bTRC] = [curveTag(gamma), curveTag(gamma), curveTag(gamma)]
  return profile('RGB ', { rXYZ: columns[0]!, gXYZ: columns[1]!, bXYZ: columns[2]!, rTRC, gTRC, bTRC })
}

export const greyProfile = (gamma: number) => profile('GRAY', { kTRC: curveTag(gamma) })

function profile(colourSpace: string, tags: Record<string, Buffer>): Buffer {
  const all = { desc: textTag('odd'), cprt: textTag('none'), wtpt: xyz([0.9642, 1, 0.8249]), ...tags }
  const table = Buffer.alloc(4 + Object.keys(all).length * 12)
  table.writeUInt32BE(Object.keys(all).length, 0)
  let offset = 128 + table.length
  for (const [at, [name, data]] of Object.entries(all).entries()) {
    table.write(name, 4 + at * 12, 'latin1')
    table.writeUInt32BE(offset, 8 + at * 12)
    table.writeUInt32BE(data.length, 12 + at * 12)
    offset += data.length
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(offset, 0)
  header.writeUInt32BE(0x04300000, 8) // version 4.3
  header.write(`mntr${colourSpace}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  xyz([0.9642, 1, 0.8249]).copy(header, 68, 8)
  return Buffer.concat([header, table, ...Object.values(all)])
}

function xyz(values: number[]): Buffer {
  const data = Buffer.alloc(20)
  data.write('XYZ ', 0, 'latin1')
  for (const [at, value] of values.entries()) data.writeInt32BE(Math.round(value * 65_536), 8 + at * 4)
  return data
}

function curveTag(gamma: number): Buffer {
  const data = Buffer.alloc(16)
  data.write('curv', 0, 'latin1')
  data.writeUInt32BE(1, 8)
  data.writeUInt16BE(Math.round(gamma * 256), 12)
  return data
}

function textTag(text: string): Buffer {
  const data = Buffer.alloc(28 + text.length * 2 + (text.length % 2) * 2)
  data.write('mluc', 0, 'latin1')
  data.writeUInt32BE(1, 8)
  data.writeUInt32BE(12, 12)
  data.write('enUS', 16, 'latin1')
  data.writeUInt32BE(text.length * 2, 20)
  data.writeUInt32BE(28, 24)
  data.write(Buffer.from(text, 'utf16le').swap16().toString('latin1'), 28, 'latin1')
  return data
}
