import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fail } from '#kit/api-error'
import { decodeText } from '#kit/decode-text'

interface MultipartLimits {
  files: number
  /** Bytes; the stream of a larger file ends there and is marked `truncated`. */
  fileSize: number
  fields: number
}

/** Registers `routes` in a plugin context of its own: the multipart parser hooks into every request of its context. */
export function withMultipart(app: FastifyInstance, limits: MultipartLimits, routes: (part: FastifyInstance) => void) {
  app.register(async (part) => {
    const parts = limits.files + limits.fields
    const bounds = { ...limits, parts, fieldSize: 20_000, headerPairs: 20 }
    await part.register(multipart, { limits: bounds, throwFileSizeLimit: false })
    routes(part)
  })
}

interface MultipartReader {
  /** Reads a file while it arrives; what it leaves unread is drained, so that the following parts arrive. */
  readFile(part: MultipartFile): Promise<void>
  readField(name: string, value: string): void
  /** The sentence for more files than the limit. */
  tooManyFilesMessage?: string
}

/** Reads a body to its end, part by part. An aborted or malformed body throws an `ApiError`. */
export async function readMultipart(
  request: FastifyRequest,
  { readFile, readField, tooManyFilesMessage }: MultipartReader,
): Promise<void> {
  if (!request.isMultipart()) throw fail('not_multipart')
  decodeNames(request.raw)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') readField(part.fieldname, String(part.value))
      else {
        await readFile(part)
        part.file.resume()
      }
    }
  } catch (error) {
    request.raw.unpipe().resume() // nothing else reads the rest, and the connection's next request is behind it
    throw toMultipartError(error, tooManyFilesMessage)
  }
}

/** busboy 3.2 decodes names as UTF-8: its header parser, which keeps bytes as characters, gets others as UTF-8 here. */
function decodeNames(raw: IncomingMessage): void {
  const pipe = raw.pipe.bind(raw)
  raw.pipe = (busboy, options) => {
    // The parser inside has no public type.
    const { parser } = (busboy as unknown as { _parser: { parser: EventEmitter } })._parser
    parser.on('part', (part: EventEmitter) => part.prependListener('header', decodeHeader))
    return pipe(busboy, options)
  }
}

function decodeHeader(header: Record<string, string[]>): void {
  const [value] = header['content-disposition'] ?? []
  if (value) header['content-disposition'] = [Buffer.from(decodeText(Buffer.from(value, 'latin1'))).toString('latin1')]
}

function toMultipartError(error: unknown, tooManyFilesMessage: string | undefined): unknown {
  if (error instanceof ApiError) return error
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (syscall) return error // a fault of our own disk, which belongs into the log
  if (code === 'FST_FILES_LIMIT') return fail('too_large', { message: tooManyFilesMessage })
  if (/^FST_(PARTS|FIELDS|FIELD_SIZE)/.test(code)) return fail('too_large')
  return fail('broken_multipart')
}
