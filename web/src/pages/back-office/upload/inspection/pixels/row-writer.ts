import type { PngHeader, PngStructure } from '../parse-png.ts'

/** Writes a row as RGBA of 8 bits each, beginning at index `at` and `step` bytes from one pixel to the next. */
export type WriteRow = (line: Uint8Array, columns: number, pixels: Uint8Array, at: number, step: number) => void

/** Colour types (PNG third edition, table 11.1). */
const grey = 0
const palette = 3

/** Samples of a pixel by colour type. */
const samples: Record<number, number> = { [grey]: 1, 2: 3, [palette]: 1, 4: 2, 6: 4 }

/** Bits of one pixel. Throws for a colour type or bit depth that PNG has not. */
export function sampleBits({ colourType, bitDepth }: PngHeader): number {
  const bits = samples[colourType]! * bitDepth
  if (!(bits > 0) || ![1, 2, 4, 8, 16].includes(bitDepth)) throw new Error('There is no such kind of PNG.')
  return bits
}

export function rowWriter(png: PngStructure): WriteRow {
  const { colourType, bitDepth } = png.header
  if (colourType === palette) return tableWriter(paletteTable(png), bitDepth)
  if (colourType === grey && bitDepth <= 8) return tableWriter(greyTable(png), bitDepth)
  return sampleWriter(png)
}

/** For pixels of up to 8 bits: each value stands for one of a few colours. */
function tableWriter(table: Uint8Array, bitDepth: number): WriteRow {
  const [perByte, mask] = [8 / bitDepth, 2 ** bitDepth - 1]
  return (line, columns, pixels, at, step) => {
    for (let column = 0, to = at; column < columns; column++, to += step) {
      // The leftmost pixel takes the highest bits.
      const shift = 8 - bitDepth * ((column % perByte) + 1)
      const from = ((line[Math.floor(column / perByte)]! >> shift) & mask) * 4
      pixels[to] = table[from]!
      pixels[to + 1] = table[from + 1]!
      pixels[to + 2] = table[from + 2]!
      pixels[to + 3] = table[from + 3]!
    }
  }
}

/** Entries that the palette does not hold are opaque black. */
function paletteTable({ palette: colours, transparency }: PngStructure): Uint8Array {
  const table = new Uint8Array(256 * 4)
  for (let entry = 0; entry < 256; entry++) {
    table.set(colours.subarray(entry * 3, entry * 3 + 3), entry * 4)
    table[entry * 4 + 3] = transparency?.[entry] ?? 255
  }
  return table
}

function greyTable({ header, transparency }: PngStructure): Uint8Array {
  const count = 2 ** header.bitDepth
  const table = new Uint8Array(count * 4)
  for (let value = 0; value < count; value++) table.fill((value * 255) / (count - 1), value * 4, value * 4 + 3)
  for (let value = 0; value < count; value++) table[value * 4 + 3] = transparency?.[1] === value ? 0 : 255
  return table
}

/** For samples of 8 or 16 bits; of 16 the higher byte is kept. */
function sampleWriter({ header, transparency }: PngStructure): WriteRow {
  const { colourType, bitDepth } = header
  const size = bitDepth / 8
  const pixelSize = size * samples[colourType]!
  const [green, blue] = colourType & 2 ? [size, 2 * size] : [0, 0]
  const alpha = colourType & 4 ? pixelSize - size : null
  const isClear = clearColourTest(transparency, size, pixelSize)
  return (line, columns, pixels, at, step) => {
    for (let from = 0, to = at, end = columns * pixelSize; from < end; from += pixelSize, to += step) {
      pixels[to] = line[from]!
      pixels[to + 1] = line[from + green]!
      pixels[to + 2] = line[from + blue]!
      pixels[to + 3] = alpha !== null ? line[from + alpha]! : isClear?.(line, from) ? 0 : 255
    }
  }
}

/** Whether a pixel has the one colour that is clear; undefined where there is none. tRNS stores 16 bits a sample. */
function clearColourTest(transparency: Uint8Array | null, size: number, pixelSize: number) {
  if (!transparency) return undefined
  const colour = size === 2 ? transparency : transparency.filter((_, at) => at % 2 === 1)
  return (line: Uint8Array, from: number) => {
    for (let at = 0; at < pixelSize; at++) if (line[from + at] !== colour[at]) return false
    return true
  }
}
