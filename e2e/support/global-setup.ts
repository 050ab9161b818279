import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeCloudflare } from '../../server/test/fake-cloudflare.ts'
import { aPng } from '../../server/test/png.ts'
import { startMailServer } from './mail-server.ts'
import { admin, contributor, password, pictures } from './seed-data.ts'

/**
 * Starts the built product as `npm start` does, on a folder of its own, and does the main job through its door: an admin
 * is made by the command line, a contributor registers and uploads, the admin approves. A second process stands beside the
 * first, since what one of them is told must hold for all; mails go to a mail server, and pictures to what stands in for
 * Cloudflare Images.
 */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  process.env.E2E_MAILS = join(folder, 'mail') // for the workers, which begin after this
  process.env.E2E_SECOND_PORT = String(Number(process.env.E2E_PORT) + 1000)
  const mails = await startMailServer(process.env.E2E_MAILS)
  const cloudflare = await startFakeCloudflare()
  // No copy of the shared library is ever to be seen there, so that no picture changes its address under other tests.
  cloudflare.delay = Number.POSITIVE_INFINITY
  // Of an account without pictures nobody could tell whether a hash is wrong.
  cloudflare.held.set('theirs', { bytes: Buffer.alloc(0), from: 0 })
  process.env.E2E_CLOUDFLARE = JSON.stringify({ ...cloudflare.account, key: cloudflare.key })
  const environment = {
    ...process.env,
    ...cloudflare.settings,
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    SITE_URL: siteUrl(),
    SMTP_URL: mails.url,
  }
  const servers: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(servers.map(stopServer))
    await mails.stop()
    await cloudflare.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    servers.push(startServer(environment, process.env.E2E_PORT))
    await waitUntilReady(process.env.E2E_PORT)
    servers.push(startServer(environment, process.env.E2E_SECOND_PORT))
    createAdmin(environment)
    await seedLibrary()
    await waitUntilReady(process.env.E2E_SECOND_PORT)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function startServer(environment: NodeJS.ProcessEnv, port: string | undefined) {
  const env = { ...environment, PORT: port }
  return spawn(process.execPath, ['server/src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function stopServer(server: ChildProcess) {
  if (server.kill()) await once(server, 'exit')
}

const siteUrl = (port = process.env.E2E_PORT) => `http://localhost:${port}`

async function waitUntilReady(port: string | undefined) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${siteUrl(port)}/api/v1/images/keywords/`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('Vitrine did not start within 30 s.')
}

function createAdmin(env: NodeJS.ProcessEnv) {
  const words = ['server/src/cli.ts', 'admin', '--email', admin.email, '--username', admin.username, '--password-stdin']
  const made = spawnSync(process.execPath, words, { env, input: password, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
}

async function seedLibrary() {
  const registration = {
    ...contributor,
    number: '01234567890',
    password,
    confirm_password: password,
    terms_accepted: true,
  }
  await callApi('POST', '/accounts/user/register/', registration)
  const [owner, reviewer] = [await requestAccessToken(contributor.email), await requestAccessToken(admin.email)]
  const approved: number[] = []
  for (let i = 0; i < pictures.length; i += 10) {
    const form = new FormData()
    for (const [at, { title, keywords, category, ...look }] of pictures.slice(i, i + 10).entries()) {
      form.append(
        'images',
        new Blob([new Uint8Array(aPng({ ...look, seed: i + at + 1 }))], { type: 'image/png' }),
        `${title}.png`,
      )
      form.append('title', title)
      form.append('keywords', keywords.join(', '))
      form.append('category', category)
    }
    const { images } = await callApi('POST', '/images/upload/', form, owner)
    approved.push(...images.map((one: { id: number }) => one.id))
  }
  await callApi('PUT', '/images/bulk-update/', { image_ids: approved, status: 'approved' }, reviewer)
}

const requestAccessToken = async (email: string) =>
  (await callApi('POST', '/accounts/user/login/', { email, password })).data.tokens.access_token

// biome-ignore lint/suspicious/noExplicitAny: the contract's types belong to the product; this is a stranger at its door
async function callApi(method: string, path: string, body: object, token?: string): Promise<any> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${siteUrl()}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
