import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { fail } from '#kit/api-error'

export interface S3Settings {
  /** `https://…`, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** The bucket in the path, as most services that are not Amazon's want it; otherwise in the host's name. */
  pathStyle: boolean
  /** Milliseconds until an answer's headers must be there; 10 s unless said, and 120 s after a file was sent. */
  responseTimeoutMs?: number
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty is the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob
}

/** Sends a request until it is answered in earnest; throws `unavailable` when it never is. */
export type S3Client = (request: S3Request) => Promise<Response>

const MAX_ATTEMPTS = 3

/**
 * Signs with SigV4. Every request here may be sent again: files never change once they are written. Redirects are not
 * followed, since they would carry the signature elsewhere.
 */
export function createS3Client(settings: S3Settings): S3Client {
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = settings
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const base = bucketUrl(settings)

  const once = async ({ method, key, query, headers, body }: S3Request) => {
    const url = new URL(key, base)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const signed = await signer.sign(url.href, { method, headers: headers ?? {} })
    const waiting = new AbortController()
    const patience = settings.responseTimeoutMs ?? (body ? 120_000 : 10_000)
    const clock = setTimeout(() => waiting.abort(new Error('no answer in time')), patience)
    try {
      return await fetch(url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        redirect: 'manual',
        signal: waiting.signal,
      })
    } finally {
      clearTimeout(clock)
    }
  }

  return async (request) => {
    let trouble: unknown
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      if (n > 0) await sleep(200 * 4 ** (n - 1))
      try {
        const answer = await once(request)
        if (answer.status < 500 && answer.status !== 429) return answer
        trouble = new Error(`${request.method} ${request.key}: ${answer.status} ${await errorTextOf(answer)}`)
      } catch (error) {
        trouble = error
      }
    }
    throw fail('unavailable', { cause: trouble })
  }
}

/** With a final slash, so that keys are appended. */
function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = pathStyle ? `${path}/${bucket}/` : `${path}/`
  return url
}

/** What a service says of an error, as far as a log needs it. */
export const errorTextOf = async (answer: Response) =>
  (await answer.text().catch(() => '')).replaceAll(/\s+/g, ' ').slice(0, 300)
