import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { startFakeCloudflare } from '../../server/test/fake-cloudflare.ts'
import { aPng } from '../../server/test/png.ts'
import { startMailServer } from './mail-server.ts'
import { mailedLink } from './mailed-links.ts'
import { admin, contributor, contributorName, password, seedImages } from './seed-data.ts'

// Commits need not survive a power cut here, and uploads make hundreds of them.
const postgresSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/**
 * Starts the built product as `npm start` does, with a data folder of its own, and seeds it through its public
 * interfaces: the command line creates an admin, a contributor registers and uploads, the admin approves. A second
 * process shares the database, since a change must take effect in all processes. A local SMTP server takes the mails,
 * a fake Cloudflare Images the copies.
 */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  process.env.E2E_MAILS = join(folder, 'mail') // read by the workers, which start after this
  process.env.E2E_SECOND_PORT = String(Number(process.env.E2E_PORT) + 1000)
  const mails = await startMailServer(process.env.E2E_MAILS)
  const cloudflare = await startFakeCloudflare()
  // No copy of the shared library is ever delivered, so that no image changes its URL under other tests.
  cloudflare.delay = Number.POSITIVE_INFINITY
  // The account hash can only be checked against an account that holds an image.
  cloudflare.held.set('theirs', { bytes: Buffer.alloc(0), from: 0 })
  process.env.E2E_CLOUDFLARE = JSON.stringify({ ...cloudflare.account, key: cloudflare.key })
  const environment = {
    ...process.env,
    ...cloudflare.settings,
    DATA_DIR: folder,
    DEMO: 'off',
    IMAGE_WORKERS: '1', // two servers and two browsers share the processor
    LOG_LEVEL: 'warn',
    QUOTA_PENDING_NEW: '500',
    QUOTA_STORAGE_MB: '6', // small enough to be met by a few files
    TRUSTED_UPLOADS: 'live', // of those whose level an admin has set
    SITE_URL: siteUrl(),
    SMTP_URL: mails.url,
    SOCIAL_X: 'https://x.com/vitrine',
    SOCIAL_FACEBOOK: 'https://www.facebook.com/vitrine',
    SOCIAL_PINTEREST: 'https://www.pinterest.com/vitrine',
    SOCIAL_INSTAGRAM: 'https://www.instagram.com/vitrine',
  }
  // Both servers adopt this PostgreSQL server with its settings.
  const postgres = await startPostgres(join(folder, 'postgres'), { settings: postgresSettings })
  process.env.E2E_DATABASE = postgres.url
  const servers: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(servers.map(stopServer))
    await postgres.stop()
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
    await waitForWordTables()
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
    const response = await fetch(`${siteUrl(port)}/api/v1/images/keywords/`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error('Vitrine did not start within 30 s.')
}

/** Words of other languages are loaded in the background. Each try has another address, since replies are cached. */
async function waitForWordTables() {
  for (let page = 1; page < 300; page++) {
    const response = await fetch(`${siteUrl()}/api/v1/images/approved/?title=zorro&page=${page}`)
    if ((await response.json()).count > 0) return
    await sleep(100)
  }
  throw new Error('The word tables were not loaded within 30 s.')
}

function createAdmin(env: NodeJS.ProcessEnv) {
  const args = ['server/src/cli.ts', 'admin', '--email', admin.email, '--username', admin.username, '--password-stdin']
  const run = spawnSync(process.execPath, args, { env, input: password, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
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
  await callApi('POST', `/accounts/user${await mailedLink('confirm-email', contributor.email)}`, {})
  const [owner, reviewer] = [await requestAccessToken(contributor.email), await requestAccessToken(admin.email)]
  await callApi('PATCH', '/accounts/user/profile/update/', profileForm(), owner)
  const approved: number[] = []
  for (let i = 0; i < seedImages.length; i += 10) {
    const form = new FormData()
    for (const [index, { title, keywords, category, ...drawing }] of seedImages.slice(i, i + 10).entries()) {
      form.append(
        'images',
        new Blob([new Uint8Array(aPng({ ...drawing, seed: i + index + 1 }))], { type: 'image/png' }),
        `${title}.png`,
      )
      form.append('title', title)
      form.append('keywords', keywords.join(', '))
      form.append('category', category)
    }
    const { images } = await callApi('POST', '/images/upload/', form, owner)
    approved.push(...images.map(({ id }: { id: number }) => id))
  }
  await callApi('PUT', '/images/bulk-update/', { image_ids: approved, status: 'approved' }, reviewer)
}

/** The contributor has a page. */
function profileForm() {
  const form = new FormData()
  form.append('first_name', contributorName.first)
  form.append('last_name', contributorName.last)
  form.append('has_page', '1')
  return form
}

const requestAccessToken = async (email: string) =>
  (await callApi('POST', '/accounts/user/login/', { email, password })).data.tokens.access_token

// biome-ignore lint/suspicious/noExplicitAny: a client outside the product does not have the contract's types
async function callApi(method: string, path: string, body: object, token?: string): Promise<any> {
  const isForm = body instanceof FormData
  const response = await fetch(`${siteUrl()}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
