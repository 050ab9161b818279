import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** Cloudflare Images v1 as far as we use it: envelope, codes, limits and delays; a fault replaces one answer. */
export async function startFakeCloudflare() {
  const token = `cfut_${'k'.repeat(32)}${randomBytes(4).toString('hex')}`
  const ids = { account_id: randomBytes(16).toString('hex'), account_hash: randomBytes(16).toString('base64url') }
  const account = { api_key: token, ...ids, images_domain: 'imagedelivery.net', email: 'ops@png.example' }
  const key = 'c'.repeat(37)
  const held = new Map<string, { bytes: Buffer; from: number; requireSignedURLs?: boolean }>()
  const state = {
    account,
    /** The legacy key of the same user. */
    key,
    held,
    /** Every call, with its way in: `GET v1/stats by token`. */
    calls: [] as string[],
    /** Custom id of every picture that was sent, also of those that it refused. */
    uploads: [] as string[],
    /** Each one answers one call in the service's place; null lets that one pass. */
    faults: [] as (Fault | null)[],
    /** Milliseconds until a new picture is to be seen. */
    delay: 0,
    /** What an upload waits for before the picture is held and the call is answered. */
    beforeUpload: async () => {},
    /** Calls before it asks to wait. */
    allowed: Number.POSITIVE_INFINITY,
    variants: { public: { options: { fit: 'scale-down', width: 1366, height: 768 } } } as Record<string, Variant>,
    token,
    shows: (address: string | null): boolean => isDelivered(address, state),
  }

  const service = createServer((request, answer) => {
    respond(request, answer).catch((error) => answer.destroy(error))
  })

  async function respond(request: IncomingMessage, answer: ServerResponse) {
    const url = new URL(request.url!, 'http://service')
    const path = url.pathname.replace(/^\/accounts\/[^/]+\/images\//, '')
    state.calls.push(`${request.method} ${path} by ${authMethod(request)}`)
    const body = await buffer(request)
    const fault = state.faults.shift()
    const handled = () => handle(state, request, { path, body, query: url.searchParams })
    if (fault === 'after') await handled()
    if (fault === 'after' || fault === 'cut') return cutConnection(answer)
    if (fault) return fault(request, answer)
    if (state.calls.length > state.allowed)
      return send(answer, 429, errorBody(10429, 'Rate limited'), { 'retry-after': '77' })
    const error = authError(state, request, url.pathname)
    if (error) return send(answer, ...error)
    return send(answer, ...(await handled()))
  }

  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  return Object.assign(state, {
    settings: { CLOUDFLARE_API: base },
    async stop() {
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    },
  })
}
export type FakeCloudflare = Awaited<ReturnType<typeof startFakeCloudflare>>
type ServiceState = Omit<FakeCloudflare, 'settings' | 'stop' | 'calls' | 'faults' | 'allowed' | 'shows'>

function authError(service: ServiceState, request: IncomingMessage, pathname: string): FakeResponse | null {
  const { headers } = request
  const error = headers['x-auth-key'] ? legacyKeyError(service, headers) : tokenError(service, headers)
  if (error) return error
  const accountId = /^\/accounts\/([^/]+)\/images\//.exec(pathname)?.[1]
  return accountId === service.account.account_id ? null : [404, errorBody(7003, 'Could not route to this account')]
}

function tokenError({ token }: ServiceState, { authorization }: IncomingHttpHeaders): FakeResponse | null {
  const bearer = authorization?.replace(/^Bearer /, '')
  if (!bearer) return [400, errorBody(9106, 'Missing X-Auth-Key')]
  if (!/^(cf[a-z]{2}_)?\w{20,}$/.test(bearer)) return [400, errorBody(6003, 'Invalid request headers', 6111)]
  return bearer === token ? null : [403, errorBody(9109, 'Invalid access token')]
}

function legacyKeyError({ key, account }: ServiceState, headers: IncomingHttpHeaders): FakeResponse | null {
  const legacy = String(headers['x-auth-key'])
  if (headers.authorization) return [400, errorBody(6003, 'Invalid request headers')]
  if (!/^[0-9a-f]{37,45}$/.test(legacy)) return [400, errorBody(6003, 'Invalid request headers', 6103)]
  if (legacy === key && headers['x-auth-email'] === account.email) return null
  return [403, errorBody(9103, 'Unknown X-Auth-Key or X-Auth-Email')]
}

async function handle(service: ServiceState, request: IncomingMessage, sent: Sent): Promise<FakeResponse> {
  const { path, body, query } = sent
  const { held, variants } = service
  const id = decodeURIComponent(/^v1\/([^/]+)$/.exec(path)?.[1] ?? '')
  const isHeld = (held.get(id)?.from ?? Number.POSITIVE_INFINITY) <= Date.now()
  const notFound: FakeResponse = [404, errorBody(5404, 'Image not found')]
  switch (`${request.method} ${id && !fixedPaths.has(path) ? 'v1/{id}' : path}`) {
    case 'GET v1/stats':
      return [200, successBody({ count: { allowed: 100_000, current: held.size } })]
    case 'GET v2':
      return [200, successBody(page(service, query))]
    case 'GET v1/variants':
      return [200, successBody({ variants })]
    case 'POST v1/variants':
      return addPreview(service, JSON.parse(body.toString()))
    case 'POST v1':
      return upload(service, request, body)
    case 'GET v1/{id}':
      return isHeld ? [200, successBody(imageBody(service, id))] : notFound
    case 'DELETE v1/{id}':
      return isHeld && held.delete(id) ? [200, successBody({})] : notFound
    default:
      return [404, errorBody(7003, 'Could not route')]
  }
}

/** The token says where the next page begins. */
function page(service: ServiceState, query: URLSearchParams) {
  const [from, count] = [Number(query.get('continuation_token') ?? 0), Number(query.get('per_page') ?? 1000)]
  const ids = [...service.held.keys()]
  const images = ids.slice(from, from + count).map((id) => imageBody(service, id))
  return { images, continuation_token: from + count < ids.length ? String(from + count) : null }
}

const imageBody = ({ account, variants, held }: ServiceState, id: string) => ({
  id,
  requireSignedURLs: held.get(id)?.requireSignedURLs ?? false,
  variants: Object.keys(variants).map(
    (name) => `https://imagedelivery.net/${account.account_hash}/${encodeURIComponent(id)}/${name}`,
  ),
})

function addPreview({ variants }: ServiceState, { id, options }: Variant & { id: string }): FakeResponse {
  if (!/^[A-Za-z0-9]+$/.test(id)) return [400, errorBody(5400, 'Bad variant name')]
  if (variants[id]) return [409, errorBody(5409, 'Variant already exists')]
  variants[id] = { options }
  return [200, successBody({ variant: { id, options } })]
}

async function upload(service: ServiceState, { headers }: IncomingMessage, body: Buffer): Promise<FakeResponse> {
  await service.beforeUpload()
  const { held } = service
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return [415, errorBody(5415, 'Send it as a multipart form')]
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const [file, id] = [form.get('file') as File, String(form.get('id'))]
  service.uploads.push(id)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length > 10_000_000) return [413, errorBody(7011, 'Request too large')]
  if (/^[\da-f]{8}-[\da-f]{4}-/.test(id) || /\.\w+$/.test(id) || id.length > 1024)
    return [400, errorBody(5411, 'Bad custom id')]
  if (held.has(id)) return [409, errorBody(5409, 'Resource already exists')]
  const size = await sharp(bytes)
    .metadata()
    .catch(() => null)
  if (!size) return [415, 'ERROR 5455: Uploaded image must have image/jpeg, image/png, image/webp content-type']
  if (Math.max(size.width, size.height) > 12_000) return [400, errorBody(5400, 'The image is too large')]
  held.set(id, { bytes, from: Date.now() + service.delay })
  return [200, successBody(imageBody(service, id))]
}

interface Variant {
  options: { fit: string; width: number; height: number }
}

interface Sent {
  path: string
  body: Buffer
  query: URLSearchParams
}

type FakeResponse = [status: number, body: object | string]
/** `cut`: the line breaks in the middle of the answer, before anything was done; `after`: when it was done. */
export type Fault = 'cut' | 'after' | ((request: IncomingMessage, answer: ServerResponse) => void)

const fixedPaths = new Set(['v1/stats', 'v1/variants'])

export const failWith =
  (status: number, body: object | string = '', headers: Record<string, string> = {}): Fault =>
  (_, answer) =>
    send(answer, status, body, headers)

export const errorBody = (code: number, message: string, cause?: number) => ({
  result: null,
  success: false,
  errors: [{ code, message, ...(cause && { error_chain: [{ code: cause, message: 'cause' }] }) }],
  messages: [],
})
const successBody = (result: object) => ({ result, success: true, errors: [], messages: [] })

function send(answer: ServerResponse, status: number, body: object | string, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string'
  answer.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  answer.end(isText ? body : JSON.stringify(body))
}

function cutConnection(answer: ServerResponse) {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
  answer.write('{"result": {"id"')
  setTimeout(() => answer.destroy(), 20)
}

function authMethod({ headers }: IncomingMessage): string {
  const ways = [headers.authorization && 'token', headers['x-auth-key'] && 'key'].filter(Boolean)
  return ways.join(' and ') || 'nothing'
}

const ownAddress = /^https:\/\/(?:imagedelivery\.net|[^/]+\/cdn-cgi\/imagedelivery)\/([^/]+)\/([^/]+)\/([^/]+)$/

function isDelivered(address: string | null, { account, held, variants }: Delivering): boolean {
  const [, hash, id, variant] = ownAddress.exec(address ?? '') ?? []
  const isSeen = (held.get(id!)?.from ?? Number.POSITIVE_INFINITY) <= Date.now()
  return hash === account.account_hash && isSeen && variant! in variants
}
type Delivering = Pick<ServiceState, 'account' | 'held' | 'variants'>
