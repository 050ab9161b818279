import { auth } from '@vitrine/contract/calls/accounts/auth'
import { csv } from '@vitrine/contract/calls/back-office/csv'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { endpointPath } from '@vitrine/contract/endpoint'

/** A signed-in person, who works through HTTP alone. */
export interface Contributor {
  upload(file: Buffer, signal?: AbortSignal): Promise<Outcome>
  /** Sets the title of an image of theirs. */
  rename(id: number, title: string): Promise<Outcome>
  /** As an admin. */
  approve(ids: number[]): Promise<Outcome>
  moveToTrash(ids: number[]): Promise<Outcome>
  /** Tells what a table would change. */
  checkCsv(table: Buffer): Promise<Outcome>
  sendJson(method: string, path: string, body: object): Promise<Outcome>
}

export interface Outcome {
  /** 0 where no answer came. */
  status: number
  ms: number
  /** Of an upload. */
  imageId?: number | undefined
  slug?: string | undefined
  cloudflareId?: string | undefined
  /** Of the first file that was refused. */
  refusal?: string | undefined
}

export interface Account {
  email: string
  password: string
}

/** Opens an account and signs in. */
export async function register(url: string, name: string): Promise<Account> {
  const account = { email: `${name}@people.example`, password: 'glass-cabinet' }
  const body = { ...account, username: name, number: '+15550100100', confirm_password: account.password }
  const answer = await postJson(url + endpointPath(auth.register), { ...body, terms_accepted: true })
  if (!answer.ok) throw new Error(`${name} could not register: ${await answer.text()}`)
  return account
}

export async function signIn(url: string, account: Account): Promise<Contributor> {
  const answer = await postJson(url + endpointPath(auth.login), account)
  if (!answer.ok) throw new Error(`${account.email} could not sign in: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { tokens: { access_token: string } } }
  const headers = { authorization: `Bearer ${data.tokens.access_token}` }
  const send = (path: string, options: RequestInit) =>
    timed(url + path, { ...options, headers: { ...headers, ...options.headers } })
  const post = (path: string, name: string, file: Buffer, fields: Record<string, string>, signal?: AbortSignal) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    return send(path, { method: 'POST', headers, body: multipart(name, file, fields), ...(signal && { signal }) })
  }
  const sendJson = (method: string, path: string, body: object) =>
    send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return {
    upload: (file, signal) => post(endpointPath(uploads.upload), 'images', file, {}, signal),
    sendJson,
    checkCsv: (table) => post(endpointPath(csv.upload), 'file', table, { dry_run: 'true' }),
    rename: (id, title) => sendJson('PUT', endpointPath(backOffice.update, { id }), { title }),
    approve: (ids) => sendJson('PUT', endpointPath(backOffice.bulkUpdate), { image_ids: ids, status: 'approved' }),
    moveToTrash: (ids) => sendJson('POST', endpointPath(backOffice.deleteMany), { image_ids: ids }),
  }
}

/** Random, so that no file has it. */
const BOUNDARY = 'd7c9a1f0b3e84c55a2f61e0943bd7a18'

/** Written in one piece: FormData would cost the machine that is measured some milliseconds a file. */
function multipart(name: string, file: Buffer, fields: Record<string, string>): Buffer<ArrayBuffer> {
  const head = (disposition: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([field, value]) => `${head(`name="${field}"`)}\r\n${value}\r\n`)
  const fileHead = `${head(`name="${name}"; filename="file"`)}content-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + fileHead), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

const postJson = (url: string, body: object) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function timed(url: string, options: RequestInit): Promise<Outcome> {
  const began = performance.now()
  const [status, text] = await fetch(url, options).then(
    async (answer) => [answer.status, await answer.text()] as const,
    () => [0, ''] as const,
  )
  const ms = performance.now() - began
  const textOf = (name: string) => new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1]
  const imageId = Number(/"image_id":(\d+)/.exec(text)?.[1]) || undefined
  const refusal = status === 400 ? /"at":"images.0","message":"([^"]*)"/.exec(text)?.[1] : undefined
  return { status, ms, imageId, slug: textOf('slug'), cloudflareId: textOf('cloudflare_id'), refusal }
}
