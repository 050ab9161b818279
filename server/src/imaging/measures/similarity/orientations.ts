/**
 * The eight orientations of a picture, in the numbering of bits: 1 mirrored (left to right), 2 upside down (top to
 * bottom), 4 transposed before that. So 3 is turned by half, and 5 and 6 are turned by a quarter.
 */
export const orientations = [0, 1, 2, 3, 4, 5, 6, 7] as const
export type Orientation = (typeof orientations)[number]

/** A square plane in another orientation, with the channels of each cell together; the same array for upright. */
export function orientPlane(plane: Uint8Array, side: number, orientation: Orientation, channels = 1): Uint8Array {
  if (orientation === 0) return plane
  const oriented = new Uint8Array(plane.length)
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const from = sourceCell(x, y, side, orientation) * channels
      for (let c = 0; c < channels; c++) oriented[at++] = plane[from + c]!
    }
  return oriented
}

/** The cell of the plane as it was that comes to this place. */
function sourceCell(x: number, y: number, side: number, orientation: Orientation): number {
  const column = orientation & 1 ? side - 1 - x : x
  const row = orientation & 2 ? side - 1 - y : y
  return orientation & 4 ? column * side + row : row * side + column
}
