// The product's import, without what its command asks and prints.
import { importAll } from '../../server/src/commands/import.ts'
import { readConfig } from '../../server/src/config.ts'
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
    const foundation = await resources
    // Of another contributor each time: the same bytes of the same one would not be decoded again.
    const username = `contributor${++contributorCount}`
    const email = `${username}@people.example`
    const owner = await addUser(foundation.db, { username, email, number: '', password_hash: '-', role: 'user' })
    const { rejected: refused } = await importAll(foundation, files, { root: folder, ownerId: owner.id })
    if (refused[0]) throw new Error(`The sample is not sound: ${refused[0].file}: ${refused[0].reason}`)
    return true
  },
  async () => (await resources).stop(),
)
