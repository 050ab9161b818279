import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { originalFile } from '@vitrine/contract/media-files'
import { singleLine } from '@vitrine/contract/plain-text'
import type { FastifyRequest } from 'fastify'
import { truncate } from '#features/images/tokenizer'
import { PngValidator } from '#imaging/png/png-validator'
import { RefusedFile } from '#imaging/refused-file'
import { ApiError, fail } from '#kit/api-error'
import { isConnectionLost, isLockFailure, isUnavailable } from '#kit/database/pg-errors'
import { isDisconnect } from '#kit/http/disconnect-signal'
import { isDiskAway, isDiskFull } from '#kit/storage/disk-space'

/** A file that was received completely and that PngValidator accepted, in a folder of its own in the workspace. */
export type ReceivedFile = Awaited<ReturnType<typeof receiveFile>>

/** Throws RefusedFile, or the stream's own error when the client disconnected; the file is flushed to the disk. */
export async function receiveFile(stream: Readable, path: string) {
  const validator = new PngValidator()
  const hash = createHash('sha256')
  let byte_size = 0
  await using handle = await open(path, 'wx')
  // A rejected file must not abort the request that carries the other files, so the stream is not destroyed.
  for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    validator.push(bytes)
    hash.update(bytes)
    byte_size += bytes.length
    await handle.writeFile(bytes) // unlike write(), never writes only a part
  }
  /** The dimensions of the header: eXIf may turn it. */
  const png = validator.end()
  await handle.datasync()
  return { path, sha256: hash.digest('hex'), byte_size, png }
}

/** One file of a batch: received, or the reason why it was rejected. */
export interface BatchFile {
  index: number
  filename: string
  received: ReceivedFile | RefusedFile
}

export async function receivePart(part: MultipartFile, index: number, workspace: string): Promise<BatchFile> {
  const filename = sanitizeFileName(part)
  const folder = join(workspace, String(index))
  await mkdir(folder)
  const received = await receiveFile(part.file, join(folder, originalFile)).catch(refusalOf)
  return { index, filename, received }
}

export function refusalOf(error: unknown): RefusedFile {
  if (error instanceof RefusedFile) return error
  throw error
}

/** The contributor's file name as display text, without the escapes of browsers (WHATWG, multipart/form-data). */
function sanitizeFileName(part: MultipartFile): string {
  const name = (part.filename ?? '').replaceAll(/%22|%0[AD]/g, decodeURIComponent).replaceAll('\\', '/')
  return truncate(singleLine(basename(name)), 200) || 'unnamed'
}

export type Log = FastifyRequest['log']

/** Why a file could not be ingested, as its contributor is told; a fault of our own is logged. */
export function toProblem(error: unknown, file: string, log: Log): RefusedFile | ApiError {
  if (error instanceof RefusedFile || error instanceof ApiError) return error
  if (isConnectionLost(error)) return fail('unavailable', { isReported: true })
  if (!isDisconnect(error)) log.error({ err: error, file }, 'a file of a batch could not be ingested')
  if (isDiskFull(error)) return fail('disk_full')
  return fail(isUnavailable(error) || isLockFailure(error) || isDiskAway(error) ? 'unavailable' : 'internal')
}
