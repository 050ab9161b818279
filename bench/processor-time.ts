import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time so far, in milliseconds, of these processes and all that they started. Linux alone tells (proc(5): field
 * 4 of `stat` is the parent, 14 and 15 count hundredths of a second); elsewhere it is undefined.
 */
export function processorTime(pids: number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(Number(pid)) ?? []) : []))
  const family = new Set(pids)
  // Children may be numbered below their parents once the numbers have gone round, so until nobody joins.
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all.filter(({ pid }) => family.has(pid)).reduce((sum, { hundredths }) => sum + hundredths * 10, 0)
}

function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name, in brackets, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { pid, parent: fields[1]!, hundredths: fields[11]! + fields[12]! }
  } catch {
    return null // gone meanwhile
  }
}
