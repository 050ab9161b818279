import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { outcomeOf, startVitrine } from '#test/command-process'
import { freePort } from '#test/free-port'
import { startMain, waitForAddress } from '#test/main-process'
import { aPng } from '#test/png'
import { type Client, formBody, jsonBody } from './client.ts'
import { siteName } from './nginx.ts'

/** What all processes of a site behind the proxy are told. */
export const siteSettings = (folder: string) => ({
  DATA_DIR: folder,
  SITE_URL: `https://${siteName}`,
  HOST: '127.0.0.1',
  TRUST_PROXY: 'loopback',
  SECRET_KEY: randomBytes(24).toString('hex'),
  LOG_LEVEL: 'warn',
  IMAGE_WORKERS: '1',
  QUOTA_UPLOADS_PER_HOUR: '0',
  QUOTA_PENDING_NEW: '0',
})

/** One process of the site, on a port that it keeps when it is started again. */
export interface SiteProcess {
  port: number
  /** Ends it as a supervisor does and answers its exit status. */
  stop(): Promise<number>
  start(): Promise<void>
}

export async function startSiteProcess(settings: Record<string, string>): Promise<SiteProcess> {
  const port = await freePort()
  let main: ChildProcess
  const start = async () => {
    main = startMain({ ...settings, PORT: String(port) })
    main.stderr!.pipe(process.stderr)
    await waitForAddress(main)
    main.stdout!.resume()
  }
  await start()
  return {
    port,
    start,
    async stop() {
      const gone = once(main, 'exit')
      main.kill('SIGTERM')
      return (await gone)[0]
    },
  }
}

const password = 'correct-horse'

/** The first admin, signed in; by a process of its own, since Node reads `NODE_EXTRA_CA_CERTS` when it starts. */
export async function createAdmin(ask: Client, settings: Record<string, string>) {
  const [email, username] = ['admin@people.example', 'first-admin']
  const words = ['admin', '--email', email, '--username', username, '--password-stdin']
  const command = startVitrine(words, settings)
  command.stdin!.end(`${password}\n`)
  const { errors, code } = await outcomeOf(command)
  if (code !== 0) throw new Error(errors)
  return signIn(ask, email)
}

export async function createContributor(ask: Client, username: string) {
  const email = `${username}@people.example`
  const fields = { username, email, number: '01234567890', password, confirm_password: password, terms_accepted: true }
  const { status, body } = await ask('/api/v1/accounts/user/register/', { method: 'POST', ...jsonBody(fields) })
  if (status !== 201) throw new Error(`No account: ${body}`)
  return signIn(ask, email)
}

async function signIn(ask: Client, email: string) {
  const answer = await ask('/api/v1/accounts/user/login/', { method: 'POST', ...jsonBody({ email, password }) })
  return { authorization: `Bearer ${answer.json().data.tokens.access_token}` }
}

type Headers = Record<string, string>

export interface UploadedImage {
  id: number
  slug: string
  cloudflare_id: string
  cloudflare_url: string
  main_url: string
}

export async function upload(ask: Client, headers: Headers, png: Buffer, title: string): Promise<UploadedImage> {
  const { body, type } = await formBody([{ png, title }])
  const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
  const answer = await ask('/api/v1/images/upload/', sent)
  if (answer.status !== 201) throw new Error(`No upload: ${answer.status} ${answer.body}`)
  return answer.json().images[0]
}

export function approve(ask: Client, headers: Headers, image_ids: number[]) {
  const { body, headers: type } = jsonBody({ image_ids, status: 'approved' })
  return ask('/api/v1/images/bulk-update/', { method: 'PUT', headers: { ...headers, ...type }, body })
}

export async function takeDown(ask: Client, headers: Headers, { id, slug }: UploadedImage) {
  const report = await ask('/api/v1/reports/', { method: 'POST', ...jsonBody({ slug, reason: 'offensive' }) })
  const { body, headers: type } = jsonBody({ verb: 'take_down', seen_report_id: report.json().number })
  return ask(`/api/v1/reports/queue/${id}/`, { method: 'POST', headers: { ...headers, ...type }, body })
}

export const downloadPath = ({ cloudflare_id }: UploadedImage) => `/api/v1/images/download/${cloudflare_id}/`

let seed = 0
export const nextPng = (width = 400, height = 300) => aPng({ width, height, seed: ++seed })
