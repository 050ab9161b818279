import { fieldError } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { AuthRateLimits } from './auth-rate-limits.ts'
import { activeUser } from './password.sql.ts'
import { verifyPassword } from './password-hash.ts'

export interface OwnPasswordDeps {
  db: Database
  rateLimits: AuthRateLimits
}

/** The person of this id, who has typed their password: a session that was left open is not enough for everything. */
export async function userByOwnPassword({ db, rateLimits }: OwnPasswordDeps, id: number, password: string) {
  const onSuccess = await rateLimits.change(id)
  const user = await activeUser(db, { id })
  if (!(await verifyPassword(password, user?.password_hash)) || !user) throw fieldError('wrong_password', 'password')
  await onSuccess()
  return user
}
