import { join } from 'node:path'
import { sha256OfOriginal } from '#features/images/storage-keys'
import { startProgress } from '#kit/progress'
import { sha256Of } from '#kit/sha256'
import type { Store } from '#kit/storage/store'
import { systemErrorText } from '../../../setting-parsers.ts'
import { readFileList } from './file-copies.ts'
import { type FinishedSnapshot, fileListName } from './manifest.ts'
import { hashOfRows } from './row-copies.ts'

/** Sentences on what this backup lacks. It reads rows and originals byte for byte, and looks for all other files. */
export async function verifySnapshot({ path, manifest }: FinishedSnapshot, files: Store): Promise<string[]> {
  const faults: string[] = []
  for (const table of [...manifest.tables, manifest.jobs])
    if ((await hashOfRows(path, table).catch(() => null)) !== table.sha256) faults.push(`${table.file} is damaged.`)
  const progress = startProgress('Files', manifest.files)
  try {
    for await (const key of readFileList(join(path, fileListName), manifest.files)) {
      const fault = await faultOf(files, key)
      if (fault) faults.push(fault)
      progress.step()
    }
  } catch (error) {
    faults.push(systemErrorText(error))
  }
  progress.finish()
  return faults
}

async function faultOf(files: Store, key: string): Promise<string | undefined> {
  const size = await files.size(key)
  if (size === null) return `The file ${key} is missing.`
  if (size === 0) return `The file ${key} is empty.`
  const sha256 = sha256OfOriginal(key)
  if (!sha256 || (await sha256Of(files.read(key))) === sha256) return
  return `The original ${key} has other bytes than were uploaded.`
}
