// The product, listening, with as many accounts as it is asked for. No two attempts are about one account, so none waits.
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { hashPassword } from '../server/src/features/auth/passwords.ts'
import { addUser } from '../server/src/features/users/queries.ts'
import { openResources } from '../server/src/foundation.ts'
import { answering } from './own-process.ts'
import { state } from './server-state.ts'

export interface Accounts {
  count: number
}

const config = readConfig()
const foundation = await openResources(config)
const app = await buildApp(foundation, config)
await app.listen({ port: config.PORT, host: config.HOST })

answering(
  async ({ count }: Accounts) => {
    const password_hash = await hashPassword('glass-case-2')
    for (let i = 0; i < count; i++) {
      const username = `known${i}`
      const email = `${username}@people.example`
      await addUser(foundation.db, { username, email, number: '01234567890', password_hash, role: 'user' })
    }
    return state(app)
  },
  async () => {
    await app.close()
    await foundation.stop()
  },
)
