import { hash, verify } from '@node-rs/argon2'
import { fail } from '#kit/api-error'
import { createLimiter } from '#kit/concurrency'
import { requestContext } from '#kit/tracing/request-context'

// OWASP's setting of 19 MiB and two passes: 7 ms, 106 a second on two cores. PHC strings carry their own parameters,
// so these can be raised without losing a password.
const argon2id = 2
const argon2Settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The Argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, argon2Settings))

/** Without a stored hash it compares with a dummy one, so that unknown accounts take as long as known ones. */
export async function verifyPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const right = await inTurn(async () => verify(hashed ?? (await dummyHash), password))
  return right && hashed !== undefined
}

const dummyHash = hash(crypto.randomUUID(), argon2Settings)

/** At most two at once, so that a flood of logins leaves two of libuv's four threads to files. */
const limiter = createLimiter({
  running: 2,
  waitingPerKey: 50,
  refusal: () => fail('overloaded', { isReported: true }),
})

/** Networks take turns: guesses from one hold up no sign-in from another. What its line cannot hold is refused. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => limiter.run(work, { key: requestContext()?.network?.() })
