import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#config'
import { openStore } from '#features/images/files/open-store'
import type { Store } from '#kit/storage/store'
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
      const findings = isSame ? [] : [fault('The store answers with other bytes than it was given.')]
      if (config.FILES_SENT_BY === 'bucket') findings.push(...(await signedUrlFindings(store, key, content)))
      await store.remove(key)
      return findings
    } finally {
      await workspace.remove()
    }
  } catch (error) {
    return [fault(`A file cannot be written, read and removed: ${systemErrorText(error)}`)]
  }
}

/** Fetches the file as visitors do with FILES_SENT_BY=bucket. */
async function signedUrlFindings(store: Store, key: string, content: string): Promise<Finding[]> {
  const contentDisposition = 'attachment; filename="probe.txt"'
  const url = await store.signedUrl!(key, { seconds: 60, contentType: 'text/plain', contentDisposition })
  const response = await fetch(url, { redirect: 'error' })
  if ((await response.text()) !== content)
    return [fault(`The bucket does not send files by a signed address (it answers ${response.status}).`)]
  if (response.headers.get('content-disposition') === contentDisposition) return []
  return [fault('The bucket does not name the files that it sends; browsers would show them. Set FILES_SENT_BY=node.')]
}
