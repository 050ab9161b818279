import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail } from '#kit/api-error'
import { createS3Client, errorTextOf, type S3Client, type S3Settings } from './s3-client.ts'
import { createWorkspaceFactory, type Store } from './store.ts'

/**
 * A bucket as a store. A file is put with its hash, which the service compares, and read back once before anybody is told
 * that it is kept. Unfinished files lie on this machine's own disk, in `folder`.
 */
export async function s3Store(settings: S3Settings, folder: string): Promise<Store> {
  const s3 = createS3Client(settings)
  const workspace = await createWorkspaceFactory(folder)

  async function put(file: string, key: string, sha256: string) {
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': contentTypeOf(key) }
    const answer = await s3({ method: 'PUT', key, headers, body: await openAsBlob(file) })
    if (!answer.ok) throw await storageError(answer, `PUT ${key}`)
  }

  async function remove(key: string) {
    const answer = await s3({ method: 'DELETE', key })
    if (!answer.ok && answer.status !== 404) throw await storageError(answer, `DELETE ${key}`)
  }

  const read = (key: string, range?: { start: number; end: number }) => Readable.from(readWithResume(s3, key, range))

  return {
    createWorkspace: workspace,
    read,
    async put(file, key) {
      const sha256 = await sha256Of(createReadStream(file))
      await put(file, key, sha256)
      if ((await sha256Of(read(key))) === sha256) return
      await remove(key)
      throw fail('unavailable', { cause: new Error(`${key} came back from the bucket as something else.`) })
    },
    async size(key) {
      const answer = await s3({ method: 'HEAD', key })
      if (answer.status === 404) return null
      if (!answer.ok) throw await storageError(answer, `HEAD ${key}`)
      return Number(answer.headers.get('content-length'))
    },
    async remove(key) {
      if (!key.endsWith('/')) return remove(key)
      for await (const one of listKeys(s3, key)) await remove(one)
    },
    list: (prefix) => listKeys(s3, prefix),
  }
}

/** Why the bucket cannot be used with these settings, as a sentence; null when it can. */
export async function findS3Problem(settings: S3Settings): Promise<string | null> {
  try {
    const answer = await createS3Client(settings)({
      method: 'GET',
      key: '',
      query: { 'list-type': '2', 'max-keys': '1' },
    })
    if (answer.ok) return null
    const said = await errorTextOf(answer)
    if (/NoSuchBucket/.test(said))
      return `S3_ENDPOINT has no bucket "${settings.bucket}". Create it, or say another S3_BUCKET.`
    if (/SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied/.test(said) || answer.status === 403) {
      return 'S3_ENDPOINT does not accept S3_ACCESS_KEY with S3_SECRET_KEY, or not for this bucket and S3_REGION.'
    }
    return `S3_ENDPOINT answers ${answer.status}: ${said}`
  } catch (error) {
    return `S3_ENDPOINT does not answer (${rootCause(error as Error).message}).`
  }
}

/** fetch wraps what happened. */
const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error)

const storageError = async (answer: Response, what: string) =>
  fail('unavailable', { cause: new Error(`${what}: ${answer.status} ${await errorTextOf(answer)}`) })

const contentTypeOf = (key: string) => (key.endsWith('.webp') ? 'image/webp' : 'image/png')

async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** Milliseconds between two pieces of a body; a reader who takes his time stops the clock. */
const IDLE_TIMEOUT_MS = 30_000
const MAX_RESUMES = 2

/** A file's bytes. Where the line breaks in the middle, the rest is asked for: files never change. */
async function* readWithResume(
  s3: S3Client,
  key: string,
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let at = range?.start ?? 0
  for (let broken = 0; ; broken++) {
    const from: Record<string, string> = range || at > 0 ? { range: `bytes=${at}-${range?.end ?? ''}` } : {}
    const answer = await s3({ method: 'GET', key, headers: from })
    // A whole file in answer to a part would be appended to what was sent already.
    if (answer.status !== (from.range ? 206 : 200)) throw await storageError(answer, `GET ${key}`)
    try {
      for await (const piece of bodyChunks(answer)) {
        yield piece
        at += piece.length
      }
      return
    } catch (error) {
      if (broken === MAX_RESUMES) throw error
    }
  }
}

async function* bodyChunks(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body!.getReader()
  try {
    for (;;) {
      const { done, value } = await withIdleTimeout(reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function withIdleTimeout<T>(waiting: Promise<T>): Promise<T> {
  let clock: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new Error('The bucket fell silent in the middle of a file.')), IDLE_TIMEOUT_MS)
  })
  return Promise.race([waiting, tooLong]).finally(() => clearTimeout(clock))
}

/** All keys that begin so, a thousand at a time. */
async function* listKeys(s3: S3Client, prefix: string): AsyncGenerator<string> {
  let token = ''
  do {
    const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
    const answer = await s3({ method: 'GET', key: '', query })
    if (!answer.ok) throw await storageError(answer, `list ${prefix}`)
    const xml = await answer.text()
    // Our own keys, of letters, digits, `/`, `.` and `-`: nothing in them is ever escaped.
    for (const [, key] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key!
    token = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1] ?? ''
  } while (token)
}
