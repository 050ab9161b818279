import { withoutOrigin } from '@vitrine/contract/media-files'
import type { ApiRequest, ApiResponse } from './api-client.ts'

/** Sends one request over the network; without an answer the status is 0. */
export async function fetchOnce(request: ApiRequest): Promise<ApiResponse> {
  const { method, path, json, form, token, signal, keepalive = false } = request
  const headers = new Headers({ accept: 'application/json' })
  if (json !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
      signal: signal ?? null,
      keepalive,
    })
    const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json')
    if (isFile) return { status: response.status, json: null, file: await response.blob() }
    return { status: response.status, json: jsonOf(await response.text()) }
  } catch {
    return { status: 0, json: null }
  }
}

/** Null where it is none, such as a proxy's page. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(withoutOrigin(text))
  } catch {
    return null
  }
}
