import type { FastifyRequest } from 'fastify'
import { RefusedFile } from '#imaging/refused-file'
import { ApiError, fail } from '#kit/api-error'
import { isConnectionLost, isLockFailure, isUnavailable } from '#kit/database/pg-errors'
import { isDisconnect } from '#kit/http/disconnect-signal'
import { isDiskAway, isDiskFull } from '#kit/storage/disk-space'

export type Log = FastifyRequest['log']

/** Why a file could not be ingested, as its contributor is told; a fault of our own is logged. */
export function toProblem(error: unknown, file: string, log: Log): RefusedFile | ApiError {
  if (error instanceof RefusedFile || error instanceof ApiError) return error
  if (isConnectionLost(error)) return fail('unavailable', { isReported: true })
  if (!isDisconnect(error)) log.error({ err: error, file }, 'a file of a batch could not be ingested')
  if (isDiskFull(error)) return fail('disk_full')
  return fail(isUnavailable(error) || isLockFailure(error) || isDiskAway(error) ? 'unavailable' : 'internal')
}
