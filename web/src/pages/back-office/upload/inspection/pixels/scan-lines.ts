import { paeth } from './row-filter.ts'

/** Takes a row without its filter, the number of its pass, and its own number in the pass. */
export type TakeLine = (line: Uint8Array, pass: number, row: number) => void

/** Collects the rows of a PNG as its data is inflated, and undoes their filters (PNG third edition, 9.2). */
export class ScanLineReader {
  #passes: { rows: number; rowBytes: number }[]
  #pixelBytes: number
  #take: TakeLine
  #pass = 0
  #row = 0
  /** The current row and the one above it, each behind as many zeros as a pixel has bytes: what is left of a row. */
  #current: Uint8Array
  #above: Uint8Array
  #filter = 0
  /** Bytes of the current row that have arrived; -1 before its filter byte. */
  #filled = -1

  /** `pixelBytes`: at least 1. */
  constructor(passes: { rows: number; rowBytes: number }[], pixelBytes: number, take: TakeLine) {
    this.#passes = passes
    this.#pixelBytes = pixelBytes
    this.#take = take
    this.#current = this.#emptyRow()
    this.#above = this.#emptyRow()
  }

  get isComplete() {
    return this.#pass === this.#passes.length
  }

  /** Returns false once all rows have been read. */
  push(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length && !this.isComplete; ) {
      if (this.#filled < 0) {
        this.#filter = bytes[at++]!
        this.#filled = 0
        continue
      }
      const start = this.#pixelBytes + this.#filled
      const part = bytes.subarray(at, at + this.#current.length - start)
      this.#current.set(part, start)
      this.#filled += part.length
      at += part.length
      if (start + part.length === this.#current.length) this.#finishRow()
    }
    return !this.isComplete
  }

  #finishRow() {
    unfilter(this.#filter, this.#current, this.#above, this.#pixelBytes)
    this.#take(this.#current.subarray(this.#pixelBytes), this.#pass, this.#row)
    ;[this.#above, this.#current] = [this.#current, this.#above]
    this.#filled = -1
    if (++this.#row < this.#passes[this.#pass]!.rows) return
    this.#pass++
    this.#row = 0
    this.#current = this.#emptyRow()
    this.#above = this.#emptyRow()
  }

  #emptyRow() {
    return new Uint8Array(this.#pixelBytes + (this.#passes[this.#pass]?.rowBytes ?? 0))
  }
}

/** Undoes a row's filter in place; `size` is the number of bytes of a pixel, and of the zeros at the start. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, size: number) {
  const { length } = row
  if (filter === 1) for (let at = size; at < length; at++) row[at]! += row[at - size]!
  else if (filter === 2) for (let at = size; at < length; at++) row[at]! += above[at]!
  else if (filter === 3) for (let at = size; at < length; at++) row[at]! += (row[at - size]! + above[at]!) >> 1
  else if (filter === 4)
    for (let at = size; at < length; at++) row[at]! += paeth(row[at - size]!, above[at]!, above[at - size]!)
  else if (filter !== 0) throw new Error('A row has an unknown filter.')
}
