import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '#command'
import { type BloomFilter, createBloomFilter } from '#kit/security/bloom-filter'
import { isStoreKey, type Store } from '#kit/storage/store'
import { readFileList } from './file-copies.ts'
import { type FinishedSnapshot, fileListName, isFinished, listSnapshots, manifestName } from './manifest.ts'
import { type RetentionRule, retainedSnapshots } from './retention.ts'

/** 16 MiB: of the files of a library of a million images one in 100,000 is taken for a retained one, and stays. */
const filterBits = 2 ** 27

const digest = (key: string) => createHash('sha256').update(key).digest()

/**
 * Removes the backups that no rule keeps, the unfinished ones, and then the files that no backup names any more. Throws
 * a sentence, with nothing removed, where it cannot read what a backup names.
 */
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
