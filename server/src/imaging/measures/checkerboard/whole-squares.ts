import { colourDistance, type Point, type Rectangle, type Rgb, type RgbaImage } from '#imaging/measures/rgba-image'
import { minSquareAlpha } from './alternation.ts'
import type { Lattice } from './lattice.ts'

interface Square {
  column: number
  row: number
}

export type WholeSquares = ReturnType<typeof wholeSquaresOf>

/** The squares of a lattice that are painted: flat, opaque, and apart from their neighbours by the contrast. */
export function wholeSquaresOf(image: RgbaImage, lattice: Lattice) {
  /** RGB distance of the two colours. */
  const contrast = colourDistance(lattice.light, lattice.dark)
  const grid = flatSquares(image, lattice, contrast)
  // The phase says which colour comes first, but a phase near a half turn may say it wrongly.
  const [even, odd] = [alternatingSquares(grid, contrast, 0), alternatingSquares(grid, contrast, 1)]
  const squares = even.length >= odd.length ? even : odd
  /** Where four of them meet. */
  const crossings = crossingsOf(squares, grid, lattice)
  return { squares: squares.length, contrast, crossings, box: boxOf(squares, grid, lattice) }
}

type SquareGrid = ReturnType<typeof flatSquares>

/** The squares of the picture's lattice by column and row; NaN where a square is not flat, not opaque or cut off. */
function flatSquares(image: RgbaImage, lattice: Lattice, contrast: number) {
  const { width, height, phaseX, phaseY } = lattice
  // A square begins where the cosine of its axis is zero.
  const originX = (-phaseX / Math.PI - 0.5) * width
  const originY = (-phaseY / Math.PI - 0.5) * height
  const [firstColumn, firstRow] = [Math.floor(-originX / width), Math.floor(-originY / height)]
  const [left, top] = [originX + firstColumn * width, originY + firstRow * height]
  const [columns, rows] = [Math.ceil(image.width / width) + 1, Math.ceil(image.height / height) + 1]
  const measure = flatnessMeasure(image, lattice, contrast)
  const values = Float32Array.from({ length: columns * rows }, (_, at) =>
    measure(left + (at % columns) * width, top + Math.floor(at / columns) * height),
  )
  /** Which of the two colours the square at column 0 and row 0 of the grid would have, as 0 or 1. */
  const parity = (firstColumn + firstRow) & 1
  return { columns, rows, values, parity, left, top }
}

/** The share of its side that may lie outside of the picture. */
const maxCutOff = 0.35

/** Measures a square by nine points: its mean position between the two colours, NaN when it is not flat. */
function flatnessMeasure({ pixels, width, height }: RgbaImage, lattice: Lattice, contrast: number) {
  const axis = [0, 1, 2].map((channel) => (lattice.light[channel]! - lattice.dark[channel]!) / contrast) as [
    number,
    number,
    number,
  ]
  // Points lie as near to the corners as blur allows: dots of a slanting halftone are squares in their middle only.
  const inset = Math.min(0.28, Math.max(0.13, 1.5 / lattice.width))
  const steps = [inset, 0.5, 1 - inset]
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over all squares, without allocations
  return (left: number, top: number): number => {
    if (isCutOff(left, lattice.width, width) || isCutOff(top, lattice.height, height)) return Number.NaN
    let [count, sum, squares, across] = [0, 0, 0, 0]
    for (const down of steps)
      for (const right of steps) {
        const x = Math.round(left + lattice.width * right - 0.5)
        const y = Math.round(top + lattice.height * down - 0.5)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const at = (y * width + x) * 4
        if (pixels[at + 3]! < minSquareAlpha) return Number.NaN
        const { along, aside } = project(pixels, at, lattice.dark, axis)
        count++
        sum += along
        squares += along * along
        across += aside
      }
    if (count < 4) return Number.NaN
    const mean = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
    const isFlat = deviation < Math.max(4, contrast * 0.3) && across / count < Math.max(10, contrast * 0.5)
    return isFlat ? mean : Number.NaN
  }
}

const isCutOff = (start: number, side: number, length: number) =>
  start < -side * maxCutOff || start + side > length + side * maxCutOff

/** How far a pixel lies from the dark colour along the line to the light one, and how far from that line. */
function project(pixels: RgbaImage['pixels'], at: number, dark: Rgb, axis: Rgb) {
  const red = pixels[at]! - dark[0]
  const green = pixels[at + 1]! - dark[1]
  const blue = pixels[at + 2]! - dark[2]
  const along = red * axis[0] + green * axis[1] + blue * axis[2]
  return { along, aside: Math.sqrt(Math.max(0, red * red + green * green + blue * blue - along * along)) }
}

/** Flat squares that differ from a flat neighbour beside and from one above or below by about the contrast. */
function alternatingSquares(grid: SquareGrid, contrast: number, flip: number) {
  const { columns, rows, values, parity } = grid
  const squares: Square[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column]!
      if (Number.isNaN(value)) continue
      const sign = ((column + row + parity) & 1) === flip ? 1 : -1
      const differs = (i: number, j: number) => {
        if (i < 0 || j < 0 || i >= columns || j >= rows) return false
        // A comparison with NaN is false.
        const difference = (value - values[j * columns + i]!) * sign
        return difference > contrast * 0.55 && difference < contrast * 1.5
      }
      const isBeside = differs(column - 1, row) || differs(column + 1, row)
      if (isBeside && (differs(column, row - 1) || differs(column, row + 1))) squares.push({ column, row })
    }
  return squares
}

/** The corners between squares of which all three others are there as well. */
function crossingsOf(squares: Square[], grid: SquareGrid, { width, height }: Lattice): Point[] {
  const keys = new Set(squares.map(({ column, row }) => row * grid.columns + column))
  const isWhole = (column: number, row: number) => keys.has(row * grid.columns + column)
  return squares
    .filter(({ column, row }) => isWhole(column - 1, row) && isWhole(column, row - 1) && isWhole(column - 1, row - 1))
    .map(({ column, row }) => ({ x: grid.left + column * width, y: grid.top + row * height }))
}

function boxOf(squares: Square[], grid: SquareGrid, lattice: Lattice): Rectangle {
  let [left, top, right, bottom] = [grid.columns, grid.rows, 0, 0]
  for (const { column, row } of squares) {
    left = Math.min(left, column)
    top = Math.min(top, row)
    right = Math.max(right, column + 1)
    bottom = Math.max(bottom, row + 1)
  }
  return {
    left: grid.left + left * lattice.width,
    top: grid.top + top * lattice.height,
    width: Math.max(0, right - left) * lattice.width,
    height: Math.max(0, bottom - top) * lattice.height,
  }
}
