import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/errors'

// OWASP's setting of 19 MiB and two passes: 7 ms, 106 a second on two cores. PHC strings carry their own parameters,
// so these can be raised without losing a password.
const argon2id = 2
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, settings))

/** Compares with a hash of nobody's password when there is no such user, so that both take the same time. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const right = await inTurn(async () => verify(hashed ?? (await nobodys), password))
  return right && hashed !== undefined
}

const nobodys = hash(crypto.randomUUID(), settings)

/** Two at once, so that a flood of logins leaves libuv's four threads to the files; beyond 50 waiting it is a 429. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= 50) throw fail('too_many', { retryAfter: 5 })
  if (running >= 2) await new Promise<void>((turn) => waiting.push(turn))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next)
      next() // he takes our place
    else running--
  }
}

let running = 0
const waiting: (() => void)[] = []
