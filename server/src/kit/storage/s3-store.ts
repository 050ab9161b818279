import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { fail } from '#kit/api-error'
import type { Availability } from '#kit/logger'
import { sha256Of } from '#kit/sha256'
import { createS3Client, errorTextOf, type S3Client, type S3Request, type S3Settings } from './s3-client.ts'
import type { Store } from './store.ts'
import { createWorkspaceFactory } from './workspace.ts'

interface S3StoreOptions {
  /** Where unfinished files are written, on this machine's disk. */
  workspaceFolder: string
  /** Named by its workspaces. */
  processName?: string
  contentTypeOf(key: string): string
  availability?: Availability
}

/** A file is sent with its SHA-256, which the service compares, and is read back once before `put` resolves. */
export async function s3Store(settings: S3Settings, options: S3StoreOptions): Promise<Store> {
  const s3 = createS3Client(settings, options.availability)

  async function putObject(file: string, key: string, sha256: string) {
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': options.contentTypeOf(key) }
    const response = await s3.request({ method: 'PUT', key, headers, body: await openAsBlob(file) })
    if (!response.ok) throw await storageError(response, `PUT ${key}`)
  }

  async function removeObject(key: string) {
    const response = await s3.request({ method: 'DELETE', key })
    if (!response.ok && response.status !== 404) throw await storageError(response, `DELETE ${key}`)
  }

  async function headersOf(key: string): Promise<Headers | null> {
    const response = await s3.request({ method: 'HEAD', key })
    if (response.status === 404) return null
    if (!response.ok) throw await storageError(response, `HEAD ${key}`)
    return response.headers
  }

  const read = (key: string, range?: { start: number; end: number }) => Readable.from(readWithResume(s3, key, range))

  return {
    signedUrl: s3.signedUrl,
    createWorkspace: await createWorkspaceFactory(options.workspaceFolder, options.processName ?? ''),
    read,
    async put(file, key) {
      const sha256 = await sha256Of(createReadStream(file))
      await putObject(file, key, sha256)
      if ((await sha256Of(read(key))) === sha256) return
      await removeObject(key)
      throw fail('unavailable', { cause: new Error(`The bucket returned other bytes for ${key} than were sent.`) })
    },
    async size(key) {
      const headers = await headersOf(key)
      return headers && Number(headers.get('content-length'))
    },
    async modifiedAt(key) {
      const headers = await headersOf(key)
      return headers && new Date(headers.get('last-modified')!)
    },
    async remove(key) {
      if (!key.endsWith('/')) return removeObject(key)
      for await (const one of listKeys(s3, key)) await removeObject(one)
    },
    list: (prefix) => listKeys(s3, prefix),
    async check() {
      const response = await s3.request(firstKey)
      if (!response.ok) throw await storageError(response, 'list')
    },
  }
}

/** The cheapest request that needs the bucket and the right to list it. */
const firstKey: S3Request = { method: 'GET', key: '', query: { 'list-type': '2', 'max-keys': '1' } }

/** Why the bucket cannot be used with these settings, as a sentence for the operator; null when it can. */
export async function findS3Problem(settings: S3Settings): Promise<string | null> {
  try {
    const response = await createS3Client(settings).request(firstKey)
    if (response.ok) return null
    const errorText = await errorTextOf(response)
    if (/NoSuchBucket/.test(errorText))
      return `S3_ENDPOINT has no bucket "${settings.bucket}". Create it or change S3_BUCKET.`
    if (/SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied/.test(errorText) || response.status === 403)
      return 'S3_ENDPOINT does not accept S3_ACCESS_KEY with S3_SECRET_KEY, or not for this bucket and S3_REGION.'
    return `S3_ENDPOINT answers ${response.status}: ${errorText}`
  } catch (error) {
    return `S3_ENDPOINT does not answer (${rootCause(error as Error).message}).`
  }
}

/** `fetch` reports a network error as the cause of its own. */
const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error)

async function storageError(response: Response, request: string) {
  const errorText = await errorTextOf(response)
  const cause = new Error(`${request}: ${response.status} ${errorText}`)
  return fail('unavailable', { cause: Object.assign(cause, /NoSuchKey/.test(errorText) && { code: 'ENOENT' }) })
}

/** Milliseconds that the service may take for the next chunk of a body; time the reader takes does not count. */
const IDLE_TIMEOUT_MS = 30_000
const MAX_RESUMES = 2

/** Reads a file; when the connection breaks, the rest is requested, which is safe because files never change. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one retry loop around one stream
async function* readWithResume(s3: S3Client, key: string, range?: { start: number; end: number }) {
  let offset = range?.start ?? 0
  for (let resumes = 0; ; resumes++) {
    const headers: Record<string, string> = range || offset > 0 ? { range: `bytes=${offset}-${range?.end ?? ''}` } : {}
    const response = await s3.request({ method: 'GET', key, headers })
    // A 200 in answer to a range request holds the whole file, which must not be appended to what was read already.
    if (response.status !== (headers.range ? 206 : 200)) throw await storageError(response, `GET ${key}`)
    try {
      for await (const chunk of bodyChunks(response)) {
        yield chunk
        offset += chunk.length
      }
      return
    } catch (error) {
      if (resumes === MAX_RESUMES) throw error
    }
  }
}

async function* bodyChunks(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body!.getReader()
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

async function withIdleTimeout<T>(chunk: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The bucket stopped sending in the middle of a file.')), IDLE_TIMEOUT_MS)
  })
  return Promise.race([chunk, timeout]).finally(() => clearTimeout(timer))
}

/** All keys with this prefix, requested in pages of a thousand. */
async function* listKeys(s3: S3Client, prefix: string): AsyncGenerator<string> {
  let token = ''
  do {
    const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
    const response = await s3.request({ method: 'GET', key: '', query })
    if (!response.ok) throw await storageError(response, `list ${prefix}`)
    const xml = await response.text()
    // A regular expression suffices: keys hold letters, digits, `/`, `.` and `-` only, none of which XML escapes.
    for (const [, key] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key!
    token = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1] ?? ''
  } while (token)
}
