import pg from 'pg'

/** The name of the violated unique constraint; null for any other error. */
export const violatedUniqueConstraint = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? null) : null

/** Whether a change gave up waiting for rows that other transactions change: lock timeout, or deadlock. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

/** May succeed later: no connection, timeout, a transaction to repeat, or a server that starts, stops or is full. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return (
    isConnectionLost(error) ||
    /^(57014|53|40001|25P03)/.test(code) ||
    /timeout exceeded when trying to connect|Query read timeout/.test(error.message)
  )
}

/** Whether there is no connection, because the server or the way to it is away, starts or stops. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08)/.test(code) ||
    // The last is Kysely's, when it tidies up after one of the others.
    /Connection terminated|not queryable|connection has been discarded/.test(error.message)
  )
}

/** Whether a text holds characters that PostgreSQL cannot store (NUL). */
export const isInvalidText = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05')
