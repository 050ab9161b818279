/** Whichever of left, above and upper left is nearest to left + above - upper left (PNG third edition, 9.4). */
export function paeth(left: number, above: number, upperLeft: number): number {
  const [toLeft, toAbove] = [Math.abs(above - upperLeft), Math.abs(left - upperLeft)]
  const toUpperLeft = Math.abs(left + above - 2 * upperLeft)
  if (toLeft <= toAbove && toLeft <= toUpperLeft) return left
  return toAbove <= toUpperLeft ? above : upperLeft
}

/**
 * Writes the number of a filter and the filtered row. Of the five filters that with the smallest sum of absolute
 * differences is taken (PNG third edition, 12.7). `size` is the number of bytes of a pixel.
 */
export function filterRow(line: Uint8Array, above: Uint8Array, size: number, out: Uint8Array) {
  const filter = bestFilter(line, above, size)
  out[0] = filter
  for (let at = 0; at < line.length; at++) {
    const left = at < size ? 0 : line[at - size]!
    const upperLeft = at < size ? 0 : above[at - size]!
    out[at + 1] = line[at]! - predict(filter, left, above[at]!, upperLeft)
  }
}

function predict(filter: number, left: number, above: number, upperLeft: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  return filter === 4 ? paeth(left, above, upperLeft) : 0
}

/** All five sums in one pass: this is most of the work of encoding. */
function bestFilter(line: Uint8Array, above: Uint8Array, size: number): number {
  let [none, sub, up, average, paethSum] = [0, 0, 0, 0, 0]
  for (let at = 0; at < line.length; at++) {
    const value = line[at]!
    const left = at < size ? 0 : line[at - size]!
    const over = above[at]!
    const upperLeft = at < size ? 0 : above[at - size]!
    none += distance(value)
    sub += distance(value - left)
    up += distance(value - over)
    average += distance(value - ((left + over) >> 1))
    paethSum += distance(value - paeth(left, over, upperLeft))
  }
  const sums = [none, sub, up, average, paethSum]
  return sums.indexOf(Math.min(...sums))
}

/** The absolute value of a byte that is read as signed. */
const distance = (difference: number) => Math.abs((difference << 24) >> 24)
