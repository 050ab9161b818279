/** The items from one to another, inclusive, in either direction; only `to` where `from` is not among them. */
export function rangeBetween<T>(items: T[], from: T, to: T): T[] {
  const end = items.indexOf(to)
  const start = items.indexOf(from)
  const [first, last] = [start < 0 ? end : start, end].sort((a, b) => a - b)
  return items.slice(first, last! + 1)
}
