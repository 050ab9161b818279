import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fail } from '#kit/api-error'

interface MultipartLimits {
  files: number
  /** Bytes; the stream of a larger file ends there and says that it is `truncated`. */
  fileSize: number
  fields: number
}

/** Serves `routes` in a part of the app of its own: the reader of multipart bodies hooks into every request there. */
export function withMultipart(app: FastifyInstance, limits: MultipartLimits, routes: (part: FastifyInstance) => void) {
  app.register(async (part) => {
    const parts = limits.files + limits.fields
    const bounds = { ...limits, parts, fieldSize: 20_000, headerPairs: 20 }
    await part.register(multipart, { limits: bounds, throwFileSizeLimit: false })
    routes(part)
  })
}

interface MultipartReader {
  /** Reads a file as it arrives. What it leaves is read past, so that its neighbours arrive. */
  readFile(part: MultipartFile): Promise<void>
  readField(name: string, value: string): void
  /** What is said of more files than are taken. */
  tooManyFilesMessage?: string
}

/** Reads a body to its end, part by part. Senders that went away or sent nonsense are told so in our words. */
export async function readMultipart(
  request: FastifyRequest,
  { readFile: file, readField: field, tooManyFilesMessage: tooManyFiles }: MultipartReader,
): Promise<void> {
  if (!request.isMultipart()) throw fail('not_multipart')
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') field(part.fieldname, String(part.value))
      else {
        await file(part)
        part.file.resume()
      }
    }
  } catch (error) {
    throw toMultipartError(error, tooManyFiles)
  }
}

function toMultipartError(error: unknown, tooManyFiles: string | undefined): unknown {
  if (error instanceof ApiError) return error
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (syscall) return error // our own disk is full or gone: not the sender's fault, and worth a line in the log
  if (code === 'FST_FILES_LIMIT') return fail('too_large', { message: tooManyFiles })
  if (/^FST_(PARTS|FIELDS|FIELD_SIZE)/.test(code)) return fail('too_large')
  return fail('broken_multipart')
}
