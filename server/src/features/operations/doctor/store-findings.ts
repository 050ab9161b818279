import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#config'
import { openStore } from '#features/files/open-store'
import { systemErrorText } from '../../../setting-parsers.ts'
import { type Finding, fault } from './finding.ts'

/** Writes, reads and removes a file of its own in the store. */
export async function storeFindings(config: Config): Promise<Finding[]> {
  const content = randomBytes(16).toString('hex')
  const key = `originals/doctor/${content}.txt`
  try {
    const store = await openStore(config)
    const workspace = await store.createWorkspace()
    try {
      const file = join(workspace.folder, 'probe.txt')
      await writeFile(file, content)
      await store.put(file, key)
      const isSame = (await text(store.read(key))) === content
      await store.remove(key)
      return isSame ? [] : [fault('The store answers with other bytes than it was given.')]
    } finally {
      await workspace.remove()
    }
  } catch (error) {
    return [fault(`A file cannot be written, read and removed: ${systemErrorText(error)}`)]
  }
}
