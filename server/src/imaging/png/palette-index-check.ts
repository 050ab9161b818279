export interface PaletteImage {
  bitDepth: number
  paletteEntries: number
  /** One, or those of an interlaced image; without empty ones. */
  passes: { columns: number; rows: number; rowBytes: number }[]
}

/** Reads the filtered rows of a palette image as they are inflated, and looks for indices beyond the palette. */
export class PaletteIndexCheck {
  #passes: PaletteImage['passes']
  #bitDepth: number
  /** By byte: whether one of the indices in it is beyond the palette. */
  #isBeyond: Uint8Array
  #pass = 0
  #row = 0
  #above: Uint8Array
  #current: Uint8Array
  #filter = 0
  /** Bytes of the current row that have arrived; -1 before its filter byte. */
  #filled = -1

  constructor({ bitDepth, paletteEntries, passes }: PaletteImage) {
    this.#passes = passes
    this.#bitDepth = bitDepth
    this.#isBeyond = Uint8Array.from({ length: 256 }, (_, byte) =>
      Number(indicesIn(byte, bitDepth).some((index) => index >= paletteEntries)),
    )
    this.#above = new Uint8Array(passes[0]!.rowBytes)
    this.#current = new Uint8Array(passes[0]!.rowBytes)
  }

  /** Returns false when an index is beyond the palette. */
  push(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled < 0) {
        this.#filter = bytes[at++]!
        this.#filled = 0
        continue
      }
      const part = bytes.subarray(at, at + this.#current.length - this.#filled)
      this.#current.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#current.length && !this.#finishRow()) return false
    }
    return true
  }

  #finishRow(): boolean {
    unfilter(this.#filter, this.#current, this.#above)
    const isSound = this.#isRowWithinPalette()
    ;[this.#above, this.#current] = [this.#current, this.#above]
    this.#filled = -1
    if (++this.#row === this.#passes[this.#pass]!.rows) this.#startPass()
    return isSound
  }

  #isRowWithinPalette(): boolean {
    const row = this.#current
    const last = row.length - 1
    for (let at = 0; at < last; at++) if (this.#isBeyond[row[at]!]) return false
    const unusedBits = row.length * 8 - this.#passes[this.#pass]!.columns * this.#bitDepth
    return !this.#isBeyond[(row[last]! >> unusedBits) << unusedBits]
  }

  #startPass() {
    const { rowBytes } = this.#passes[++this.#pass] ?? { rowBytes: 0 }
    this.#row = 0
    this.#above = new Uint8Array(rowBytes)
    this.#current = new Uint8Array(rowBytes)
  }
}

function indicesIn(byte: number, bitDepth: number): number[] {
  const count = 8 / bitDepth
  return Array.from({ length: count }, (_, at) => (byte >> (at * bitDepth)) & (2 ** bitDepth - 1))
}

/** Undoes a row's filter in place, for pixels of at most one byte (PNG third edition, 9.2). */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array) {
  if (filter === 1) for (let at = 1; at < row.length; at++) row[at]! += row[at - 1]!
  else if (filter === 2) for (let at = 0; at < row.length; at++) row[at]! += above[at]!
  else if (filter === 3) for (let at = 0; at < row.length; at++) row[at]! += ((row[at - 1] ?? 0) + above[at]!) >> 1
  else if (filter === 4)
    for (let at = 0; at < row.length; at++) row[at]! += paeth(row[at - 1] ?? 0, above[at]!, above[at - 1] ?? 0)
}

/** Whichever of left, above and upper left is nearest to left + above - upper left. */
function paeth(left: number, above: number, upperLeft: number): number {
  const [toLeft, toAbove] = [Math.abs(above - upperLeft), Math.abs(left - upperLeft)]
  const toUpperLeft = Math.abs(left + above - 2 * upperLeft)
  if (toLeft <= toAbove && toLeft <= toUpperLeft) return left
  return toAbove <= toUpperLeft ? above : upperLeft
}
