/** A mask of one byte a pixel: 1 where it is set. */
export interface Mask {
  values: Uint8Array
  width: number
  height: number
}

/** The connected components of a mask (neighbours on all eight sides). */
export interface ConnectedComponents {
  /** The component of each pixel, from 1; 0 where the mask is not set. */
  labels: Int32Array
  /** Pixels of each component; index 0 stands for the rest. */
  sizes: number[]
  /** The first pixel of each component, in reading order. */
  firsts: number[]
}

/** Flood fill from each pixel that has no label yet. */
export function connectedComponents(mask: Mask): ConnectedComponents {
  const labels = new Int32Array(mask.values.length)
  const stack = new Int32Array(mask.values.length)
  const sizes = [0]
  const firsts = [0]
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
