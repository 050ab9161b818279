import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { fail } from '#kit/api-error'
import { type Availability, unreportedAvailability } from '#kit/logger'
import type { SignedAnswer } from './store.ts'

export interface S3Settings {
  /** `https://…`, whose host begins with the bucket where the service wants it there (virtual-hosted-style). */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** Milliseconds until the response headers must arrive; by default 10 s, and 120 s for a request with a body. */
  responseTimeoutMs?: number
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob
}

export type S3Client = ReturnType<typeof createS3Client>

const MAX_ATTEMPTS = 3

/**
 * Signs with AWS Signature Version 4. All requests are idempotent, because files never change, so they may be retried.
 * Redirects are not followed: they would carry the signature to another host.
 */
export function createS3Client(settings: S3Settings, availability: Availability = unreportedAvailability) {
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = settings
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const base = bucketUrl(settings)

  const send = async ({ method, key, query, headers, body }: S3Request) => {
    const url = new URL(key, base)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const signed = await signer.sign(url.href, { method, headers: headers ?? {} })
    const timeout = new AbortController()
    const timeoutMs = settings.responseTimeoutMs ?? (body ? 120_000 : 10_000)
    const timer = setTimeout(() => timeout.abort(new Error('no answer in time')), timeoutMs)
    try {
      return await fetch(url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        redirect: 'manual',
        signal: timeout.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a request with retries; resolves with any response below 500 but 429, otherwise throws `unavailable`. */
  const request = async (wanted: S3Request): Promise<Response> => {
    let lastError: unknown
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(200 * 4 ** (attempt - 1))
      try {
        const response = await send(wanted)
        if (response.status < 500 && response.status !== 429) {
          availability.up()
          return response
        }
        lastError = new Error(`${wanted.method} ${wanted.key}: ${response.status} ${await errorTextOf(response)}`)
      } catch (error) {
        lastError = error
      }
    }
    availability.down(lastError)
    throw fail('unavailable', { cause: lastError, isReported: true })
  }

  /** The address of a GET request, valid for some seconds, to which the bucket answers with the given headers. */
  const signedUrl = async (key: string, { seconds, contentType, contentDisposition }: SignedAnswer) => {
    const url = new URL(key, base)
    url.searchParams.set('X-Amz-Expires', String(seconds))
    url.searchParams.set('response-content-type', contentType)
    url.searchParams.set('response-content-disposition', contentDisposition)
    const signed = await signer.sign(url.href, { method: 'GET', aws: { signQuery: true } })
    return signed.url.replaceAll('+', '%20') // some services take the plus sign for itself
  }

  return { request, signedUrl }
}

/** Ends in a slash, so that keys are appended. */
function bucketUrl({ endpoint, bucket }: S3Settings): URL {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = url.hostname.startsWith(`${bucket}.`) ? `${path}/` : `${path}/${bucket}/`
  return url
}

/** The beginning of an error response's body, for the log. */
export const errorTextOf = async (response: Response) =>
  (await response.text().catch(() => '')).replaceAll(/\s+/g, ' ').slice(0, 300)
