import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { siteName } from './nginx.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the API documents
  json(): any
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

export type Client = (path: string, sent?: Sent) => Promise<Answer>

interface TlsServer {
  httpsPort: number
  ca: string
  /** In its certificate; by default that of the site. */
  name?: string
}

/** Asks a server over TLS, trusting only this certificate; connections stay open. */
export function createClient({ httpsPort, ca, name = siteName }: TlsServer): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const to = { host: '127.0.0.1', port: httpsPort, servername: name, ca, agent }
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    answerTo(request({ ...to, path, method, headers: { host: name, ...headers } }), body)
}

export const createPlainClient =
  (port: number): Client =>
  (path, { method = 'GET', headers = {}, body } = {}) =>
    answerTo(plainRequest({ host: '127.0.0.1', port, path, method, headers: { host: siteName, ...headers } }), body)

async function answerTo(sent: ClientRequest, body?: Buffer): Promise<Answer> {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end(body)
  const [answer] = await answered
  const bytes = await buffer(answer)
  return { status: answer.statusCode!, headers: answer.headers, body: bytes, json: () => JSON.parse(bytes.toString()) }
}

export const jsonBody = (value: object) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

export async function formBody(files: { png: Buffer; title: string }[]) {
  const form = new FormData()
  for (const { png, title } of files) {
    form.append('images', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
    form.append('title', title)
  }
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return { body, type: encoded.headers.get('content-type')! }
}
