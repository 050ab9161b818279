import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { startFakeCloudflare } from '../../server/test/fake-cloudflare.ts'
import { aPng } from '../../server/test/png.ts'
import { inDatabase } from './database.ts'
import { admin, contributor, contributorName, seedImages } from './seed-data.ts'

// Commits need not survive a power cut here, and uploads make hundreds of them.
const postgresSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/**
 * Starts the built product as `npm start` does, with a data folder of its own, and seeds it through its public
 * interfaces: a contributor registers and uploads, an admin approves. Mails are files, and a fake Cloudflare Images
 * takes the copies.
 */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  process.env.E2E_MAILS = join(folder, 'mail') // read by the workers, which start after this
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
    LOG_LEVEL: 'warn',
    QUOTA_PENDING_NEW: '500',
    QUOTA_STORAGE_MB: '6', // small enough to be met by a few files
    TRUSTED_UPLOADS: 'live', // of those whose level an admin has set
    SITE_URL: siteUrl,
    CONTACT_EMAIL: 'support@vitrine.example',
    CONTACT_PHONE: '+1 555 0100',
    CONFIRM_EMAIL: 'on',
    SOCIAL_LINKS: ['x', 'facebook', 'pinterest', 'instagram'].map((one) => `https://www.${one}.com/vitrine`).join(),
  }
  // The server adopts this PostgreSQL server with its settings.
  const postgres = await startPostgres(join(folder, 'postgres'), { settings: postgresSettings })
  process.env.E2E_DATABASE = postgres.url
  const server = startServer({ ...environment, PORT: process.env.E2E_PORT })
  const stop = async () => {
    await stopServer(server)
    await postgres.stop()
    await cloudflare.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until(async () => (await fetch(`${siteUrl}/api/v1/images/keywords/`)).ok)
    await seedLibrary()
    await until(hasWordTables)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const startServer = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, ['server/src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })

async function stopServer(server: ChildProcess) {
  if (server.kill()) await once(server, 'exit')
}

const siteUrl = `http://localhost:${process.env.E2E_PORT}`

const until = (condition: () => Promise<boolean>) =>
  expect(async () => expect(await condition()).toBe(true)).toPass({ timeout: 120_000, intervals: [100] })

/** Words of other languages are loaded in the background. Each try has another address, since replies are cached. */
async function hasWordTables() {
  const response = await fetch(
    `${siteUrl}/api/v1/images/approved/?title=zorro&page=${1 + Math.floor(1e6 * Math.random())}`,
  )
  return (await response.json()).count > 0
}

/** Publish numbers of the library, which come after those of the tests: every list of newest images begins with it. */
const firstNumber = 1_000_000

async function seedLibrary() {
  for (const person of [admin, contributor]) {
    const registration = { ...person, number: '01234567890', confirm_password: person.password, terms_accepted: true }
    await callApi('POST', '/accounts/user/register/', registration)
  }
  await inDatabase('update users set email_confirmed_at = now()')
  await inDatabase("update users set role = 'admin' where email = $1", admin.email)
  const [owner, reviewer] = [await requestAccessToken(contributor), await requestAccessToken(admin)]
  await callApi('PATCH', '/accounts/user/profile/update/', profileForm(), owner)
  const forms = Array.from({ length: Math.ceil(seedImages.length / 10) }, (_, n) => uploadForm(10 * n))
  const uploads = await Promise.all(forms.map((form) => callApi('POST', '/images/upload/', form, owner)))
  await inDatabase(`alter sequence pub_no restart with ${firstNumber}`)
  for (const { images } of uploads) {
    const ids = images.map(({ id }: { id: number }) => id)
    await callApi('PUT', '/images/bulk-update/', { image_ids: ids, status: 'approved' }, reviewer)
  }
  await inDatabase('alter sequence pub_no restart with 1')
}

/** Ten images of the library, which has an order by its publish numbers alone. */
function uploadForm(from: number) {
  const form = new FormData()
  for (const [n, { title, keywords, category, ...drawing }] of seedImages.entries().drop(from).take(10)) {
    const png = new Uint8Array(aPng({ ...drawing, seed: n + 1 }))
    form.append('images', new Blob([png], { type: 'image/png' }), `${title}.png`)
    form.append('title', title)
    form.append('keywords', keywords.join(', '))
    form.append('category', category)
  }
  return form
}

/** The contributor has a page. */
function profileForm() {
  const form = new FormData()
  form.append('first_name', contributorName.first)
  form.append('last_name', contributorName.last)
  form.append('has_page', '1')
  return form
}

const requestAccessToken = async ({ email, password }: typeof admin) =>
  (await callApi('POST', '/accounts/user/login/', { email, password })).data.tokens.access_token

// biome-ignore lint/suspicious/noExplicitAny: a client outside the product does not have the contract's types
async function callApi(method: string, path: string, body: object, token?: string): Promise<any> {
  const isForm = body instanceof FormData
  const response = await fetch(`${siteUrl}/api/v1${path}`, {
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
