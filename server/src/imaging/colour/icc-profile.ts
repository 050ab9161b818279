import type { ColourSpace, Curve, Matrix } from './primaries.ts'

/** 'ignored' where a profile (ICC.1:2022) is sound and not meant for such pixels; undefined where it cannot be read. */
export function iccColourSpace(
  profile: Buffer,
  isColoured: boolean,
): ColourSpace | 'lookup-table' | 'ignored' | undefined {
  try {
    return readProfile(profile, isColoured)
  } catch {
    return undefined // an offset beyond the end
  }
}

function readProfile(profile: Buffer, isColoured: boolean) {
  if (profile.toString('latin1', 36, 40) !== 'acsp') return undefined
  const tags = readTags(profile)
  const colourSpace = profile.toString('latin1', 16, 20)
  if (colourSpace === 'GRAY') return isColoured ? 'ignored' : greyColourSpace(tags)
  if (colourSpace !== 'RGB ') return 'ignored'
  if (tags.has('A2B0') || tags.has('A2B1')) return 'lookup-table'
  const toLinear = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(tags.get(name))) as ColourSpace['toLinear']
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readXyz(tags.get(name)))
  return { toLinear, toXyz: [0, 1, 2].flatMap((row) => [red![row], green![row], blue![row]]) as Matrix }
}

function greyColourSpace(tags: Map<string, Buffer>): ColourSpace {
  const curve = readCurve(tags.get('kTRC'))
  return { toLinear: [curve, curve, curve] }
}

/** The tag table behind the header of 128 bytes. */
function readTags(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>()
  const count = Math.min(profile.readUInt32BE(128), MAX_TAGS)
  for (let at = 132; at < 132 + count * 12; at += 12) {
    const offset = profile.readUInt32BE(at + 4)
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(offset, offset + profile.readUInt32BE(at + 8)))
  }
  return tags
}

const MAX_TAGS = 1_000

/** s15Fixed16Number: 16 bits behind the point. */
const fixed = (data: Buffer, at: number) => data.readInt32BE(at) / 65_536

function readXyz(tag: Buffer | undefined): number[] {
  if (tag?.toString('latin1', 0, 4) !== 'XYZ ') throw new Error('The profile has no matrix.')
  return [8, 12, 16].map((at) => fixed(tag, at))
}

function readCurve(tag: Buffer | undefined): Curve {
  const type = tag?.toString('latin1', 0, 4)
  if (tag && type === 'curv') return sampledCurve(tag)
  if (tag && type === 'para') return parametricCurve(tag)
  throw new Error('The profile has no curve.')
}

/** ICC.1:2022, 10.6: nothing, a gamma value, or a table with linear interpolation. */
function sampledCurve(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8)
  if (count === 0) return (sample) => sample
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256
    return (sample) => sample ** gamma
  }
  const table = Array.from({ length: count }, (_, at) => tag.readUInt16BE(12 + at * 2) / 65_535)
  return (sample) => {
    const at = Math.min(Math.floor(sample * (count - 1)), count - 2)
    return table[at]! + (table[at + 1]! - table[at]!) * (sample * (count - 1) - at)
  }
}

/** ICC.1:2022, 10.18: (a x + b)^g + e from d on, c x + f below; types 0 to 4 name ever more of these. */
function parametricCurve(tag: Buffer): Curve {
  const type = tag.readUInt16BE(8)
  const count = [1, 3, 4, 5, 7][type]
  if (!count) throw new Error('The profile has an unknown curve.')
  const values = Array.from({ length: count }, (_, at) => fixed(tag, 12 + at * 4))
  const [g, a = 1, b = 0] = values
  const power = (sample: number) => Math.max(a * sample + b, 0) ** g!
  if (type <= 2) {
    const offset = values[3] ?? 0
    return (sample) => (a * sample + b >= 0 ? power(sample) : 0) + offset
  }
  const [, , , c = 0, d = 0, e = 0, f = 0] = values
  return (sample) => (sample >= d ? power(sample) + e : c * sample + f)
}
