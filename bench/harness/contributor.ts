import { auth } from '@vitrine/contract/calls/accounts/auth'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { curator } from './data-folder.ts'

/** A signed-in person, who works through HTTP alone. */
export interface Contributor {
  upload(file: Buffer): Promise<{ status: number; imageId: number }>
  /** As an admin. */
  approve(ids: number[]): Promise<unknown>
}

/** Opens an account. */
export async function register(url: string, name: string): Promise<typeof curator> {
  const account = { email: `${name}@people.example`, password: 'glass-cabinet' }
  const body = { ...account, username: name, number: '+15550100100', confirm_password: account.password }
  const answer = await sendJson('POST', url + endpointPath(auth.register), { ...body, terms_accepted: true })
  if (!answer.ok) throw new Error(`${name} could not register: ${await answer.text()}`)
  return account
}

export async function signIn(url: string, account: typeof curator): Promise<Contributor> {
  const answer = await sendJson('POST', url + endpointPath(auth.login), account)
  if (!answer.ok) throw new Error(`${account.email} could not sign in: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { tokens: { access_token: string } } }
  const authorization = `Bearer ${data.tokens.access_token}`
  const decisions = url + endpointPath(backOffice.bulkUpdate)
  return {
    async upload(file) {
      const headers = { authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
      const body = multipart(file)
      const answered = await fetch(url + endpointPath(uploads.upload), { method: 'POST', headers, body })
      const imageId = Number(/"image_id":(\d+)/.exec(await answered.text())?.[1] ?? 0)
      return { status: answered.status, imageId }
    },
    approve: (image_ids) => sendJson('PUT', decisions, { image_ids, status: 'approved' }, { authorization }),
  }
}

/** Random, so that no file has it. */
const BOUNDARY = 'd7c9a1f0b3e84c55a2f61e0943bd7a18'

/** Written in one piece: FormData would cost the machine that is measured some milliseconds a file. */
function multipart(file: Buffer): Buffer<ArrayBuffer> {
  const disposition = 'content-disposition: form-data; name="images"; filename="file"'
  const head = `--${BOUNDARY}\r\n${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

const sendJson = (method: string, url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, { method, body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } })
