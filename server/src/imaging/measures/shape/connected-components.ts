/** A mask of one byte a pixel: 1 where it is set. */
export interface Mask {
  values: Uint8Array
  width: number
  height: number
}

export type ConnectedComponents = ReturnType<typeof connectedComponents>

/** The connected components of a mask (neighbours on all eight sides): flood fill from each pixel without a label. */
export function connectedComponents(mask: Mask) {
  /** The component of each pixel, from 1; 0 where the mask is not set. */
  const labels = new Int32Array(mask.values.length)
  const stack = new Int32Array(mask.values.length)
  /** Pixels of each component, and the first in reading order; index 0 stands for the rest. */
  const [sizes, firsts] = [[0], [0]]
  for (let at = 0; at < labels.length; at++) {
    if (!mask.values[at] || labels[at]) continue
    sizes.push(fill(mask, labels, stack, at, sizes.length))
    firsts.push(at)
  }
  return { labels, sizes, firsts }
}

/** Labels a component and returns its size. */
function fill({ values, width, height }: Mask, labels: Int32Array, stack: Int32Array, start: number, label: number) {
  let size = 0
  let depth = 0
  stack[depth++] = start
  labels[start] = label
  while (depth > 0) {
    const at = stack[--depth]!
    const x = at % width
    const y = (at - x) / width
    size++
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let next = row * width + Math.max(0, x - 1); next <= row * width + Math.min(width - 1, x + 1); next++) {
        if (!values[next] || labels[next]) continue
        labels[next] = label
        stack[depth++] = next
      }
  }
  return size
}

/** Cells of a visible part, all included. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The side of a corner, as a share of the rectangle's shorter side: cards and signs are rounded by less. */
const cornerShare = 0.25
/** Shares of the corners, and of all but the corners, that may be clear: an octagon and a disc lack more. */
const maxClearCorner = 0.5
const maxClearMiddle = 0.005

/** Whether what is visible fills its bounds, but for corners that are rounded or cut. */
export function isFilledRectangle({ values, width }: Mask, { left, top, right, bottom }: Bounds): boolean {
  const [columns, rows] = [right - left + 1, bottom - top + 1]
  const corner = Math.floor(cornerShare * Math.min(columns, rows))
  let [clearInMiddle, clearInCorners] = [0, 0]
  for (let y = top; y <= bottom; y++) {
    const isCornerRow = y - top < corner || bottom - y < corner
    for (let x = left; x <= right; x++) {
      if (values[y * width + x]) continue
      if (isCornerRow && (x - left < corner || right - x < corner)) clearInCorners++
      else clearInMiddle++
    }
  }
  const corners = 4 * corner ** 2
  return clearInCorners <= maxClearCorner * corners && clearInMiddle <= maxClearMiddle * (columns * rows - corners)
}
