// The product's import, without what its command asks and prints.

import { readConfig } from '../../server/src/config.ts'
import { importAll } from '../../server/src/features/back-office/import/import-command.ts'
import { addUser } from '../../server/src/features/users/users.sql.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'

export interface FileBatch {
  folder: string
  files: string[]
}

const resources = openResources(readConfig())
let contributorCount = 0

serveRequests(
  async ({ folder, files }: FileBatch) => {
    const loaded = await resources
    // Of another contributor each time: the same bytes of the same one would not be decoded again.
    const username = `contributor${++contributorCount}`
    const email = `${username}@people.example`
    const owner = await addUser(loaded.db, { username, email, number: '', password_hash: '-', role: 'user' })
    const { rejected } = await importAll(loaded, files, { root: folder, ownerId: owner.id, usualLicence: 'library' })
    if (rejected[0]) throw new Error(`The sample is not sound: ${rejected[0].file}: ${rejected[0].reason}`)
    return true
  },
  async () => (await resources).stop(),
)
