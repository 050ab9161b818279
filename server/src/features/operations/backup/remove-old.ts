import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '#command'
import { type BloomFilter, createBloomFilter } from '#kit/security/bloom-filter'
import { isStoreKey, type Store } from '#kit/storage/store'
import { readFileList } from './file-copies.ts'
import { type FinishedSnapshot, fileListName, isFinished, listSnapshots, manifestName } from './manifest.ts'

/** 16 MiB: of the files of a library of a million images one in 100,000 is taken for a retained one, and stays. */
const filterBits = 2 ** 27

const digest = (key: string) => createHash('sha256').update(key).digest()

/** Removes backups and then files that none names any more; nothing where it cannot read what a backup names. */
export async function removeOld(folder: string, rules: RetentionRule[], files: Store) {
  const snapshots = await listSnapshots(folder)
  const unreadable = snapshots.find(({ manifest }) => manifest === null)
  if (unreadable)
    throw new CommandError(
      `${join(unreadable.path, manifestName)} cannot be read. Nothing was removed. ` +
        'Move that backup out of the folder, or use the version of Vitrine that made it.',
    )
  const retained = retainedSnapshots(snapshots.filter(isFinished), rules)
  const removed = snapshots.filter((one) => !retained.some(({ name }) => name === one.name))
  const counts = { retained: retained.length, removed: removed.length }
  if (!removed.length) return { ...counts, files: 0 }
  const named = await namesOfFiles(retained)
  for (const { path } of removed) {
    await rm(join(path, manifestName), { force: true }) // first, so that what is removed in part is no backup
    await rm(path, { recursive: true })
  }
  return { ...counts, files: await removeUnnamed(named, files) }
}

async function namesOfFiles(retained: FinishedSnapshot[]): Promise<BloomFilter> {
  const named = createBloomFilter(filterBits)
  for (const { path, manifest } of retained)
    for await (const key of readFileList(join(path, fileListName), manifest.files)) named.add(digest(key))
  return named
}

async function removeUnnamed(named: BloomFilter, files: Store): Promise<number> {
  let count = 0
  for await (const key of files.list('')) {
    if (!isStoreKey(key) || named.has(digest(key))) continue
    await files.remove(key)
    count++
  }
  return count
}

/** Of each of the last `count` days, weeks or months that have a backup, the newest one stays. */
interface RetentionRule {
  count: number
  unit: 'd' | 'w' | 'm'
}

/** Reads `7d,4w,12m`. */
export const parseRetention = (text: string): RetentionRule[] =>
  text.split(',').map((rule) => {
    const [, count, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(rule.trim()) ?? []
    if (!count) throw new CommandError(`--keep takes days, weeks and months such as 7d,4w,12m; "${text}" is not.`)
    return { count: Number(count), unit: unit as RetentionRule['unit'] }
  })

const dayMs = 86_400_000

/** The day, week (from Monday) or month in UTC that a moment lies in. */
const periodOf = {
  d: (at: Date) => at.toISOString().slice(0, 10),
  // 1970 began on a Thursday.
  w: (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7)),
  m: (at: Date) => at.toISOString().slice(0, 7),
}

/** Those that stay by any of the rules; the newest always does. */
export function retainedSnapshots(snapshots: FinishedSnapshot[], rules: RetentionRule[]): FinishedSnapshot[] {
  const newestFirst = snapshots.toSorted((one, other) => other.name.localeCompare(one.name, 'en'))
  const retained = new Set(newestFirst.slice(0, 1))
  for (const { count, unit } of rules) {
    const periods = new Set<string>()
    for (const snapshot of newestFirst) {
      const period = periodOf[unit](new Date(snapshot.manifest.taken_at))
      if (periods.has(period)) continue
      if (periods.size === count) break
      periods.add(period)
      retained.add(snapshot)
    }
  }
  return [...retained]
}
