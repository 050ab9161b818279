/** The place to which a key moves in a list; -1 where it moves nothing. */
export function nextIndex(key: string, index: number, count: number, list: HTMLElement): number {
  const isTable = list.localName === 'table'
  const columns = isTable ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Record<string, number> = { ArrowUp: -columns, ArrowDown: columns }
  if (!isTable) Object.assign(steps, { ArrowLeft: -1, ArrowRight: 1 })
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const next = steps[key] === undefined ? -1 : index + steps[key]
  return next < count ? next : -1
}
