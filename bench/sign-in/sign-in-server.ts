// The product, listening, with as many accounts as are requested. Each attempt uses another account, so that no rate
// limit applies.
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { hashPassword } from '../../server/src/features/auth/password-hash.ts'
import { addUser } from '../../server/src/features/users/users.sql.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { serverState } from '../harness/server-state.ts'

export interface AccountsRequest {
  count: number
}

const config = readConfig()
const resources = await openResources(config)
const app = await buildApp(resources, config)
await app.listen({ port: config.PORT, host: config.HOST })

serveRequests(
  async ({ count }: AccountsRequest) => {
    const password_hash = await hashPassword('glass-case-2')
    for (let i = 0; i < count; i++) {
      const username = `known${i}`
      const email = `${username}@people.example`
      await addUser(resources.db, { username, email, number: '01234567890', password_hash, role: 'user' })
    }
    return serverState(app)
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)
