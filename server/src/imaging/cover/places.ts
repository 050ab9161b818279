import { coverSize } from '@vitrine/contract/variants'

/** Where a picture of a cover stands, and what it is fitted into, in pixels. */
export interface Place {
  centre: { x: number; y: number }
  box: { width: number; height: number }
}

/** Pictures of one row. */
const rowLength = 3
/** Pixels between pictures, and around all of them. */
const gap = 90

/** One row of up to three pictures, or two rows. */
export function placesOf(count: number): Place[] {
  const rows = Math.max(1, Math.ceil(count / rowLength))
  const columns = Math.ceil(count / rows)
  const height = coverSize.height / rows
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns)
    const width = coverSize.width / Math.min(columns, count - row * columns)
    const side = Math.min(width, height) === width ? width - gap : height - gap
    return {
      centre: { x: Math.round(width * ((at % columns) + 0.5)), y: Math.round(height * (row + 0.5)) },
      box: { width: Math.round(Math.min(width - gap, side * 1.4)), height: Math.round(height - gap) },
    }
  })
}
