import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { apiKeyEncryption, decryptApiKey } from '#features/cdn/api-key-encryption'
import { syncCdn, syncDeps } from '#features/cdn/sync-worker'
import { checkLibrary } from '#features/operations/check/check-command'
import { upgradeBatch } from '#features/publishing/text-upgrade'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { measureOutdated } from '#features/uploads/measuring/measuring-job'
import { silentLog } from '#kit/logger'
import { startFakeCloudflare } from '#test/fake-cloudflare'
import { createOlderFiles, createOlderLibrary, olderAnswers, olderSettings } from '#test/older-library'
import { openTestApp, withoutJobs } from '#test/test-app'

// A cold copy of a library of version 0.1, database and files, is started by this version, and all that it then does by
// itself is done: texts, measures, previews, search index and copies at Cloudflare.
const answers = await olderAnswers()
const service = await startFakeCloudflare()
afterAll(service.stop)
const DATA_DIR = await createOlderFiles()
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))
const settings = { ...olderSettings, ...service.settings, DATA_DIR, DATABASE_URL: await createOlderLibrary() }
const testApp = await openTestApp(settings, withoutJobs)
const { app, db, masterKey } = testApp
const config = readConfig(settings)
await continueAccount()
await doBackgroundWork()

/** Lets the service be the account of that library, with the copies that it had. */
async function continueAccount() {
  const stored = await db.selectFrom('cdn_config').selectAll().executeTakeFirstOrThrow()
  service.token = decryptApiKey(stored, apiKeyEncryption(masterKey))!
  Object.assign(service.account, { account_id: stored.account_id, account_hash: stored.account_hash })
  const copies = await db.selectFrom('cdn_copy').select('cdn_id').where('state', 'in', ['delivered', 'sent']).execute()
  for (const { cdn_id } of copies) service.held.set(cdn_id, { bytes: Buffer.alloc(1), from: 0 })
}

async function doBackgroundWork() {
  // The jobs of that library are not among its rows; those that mail decisions are taken as done.
  await db.updateTable('decision').set({ notified_at: new Date() }).where('notified_at', 'is', null).execute()
  while ((await upgradeBatch(db)) !== 'finished');
  await measureOutdated(testApp, { log: silentLog, signal: AbortSignal.timeout(60_000) })
  const rateLimits = { callsPerSecond: 1000, batchCallsPerSecond: 1000, propagationSeconds: 0 }
  for (let round = 0; round < 4; round++) {
    await syncCdn({ ...syncDeps(testApp, config, silentLog), rateLimits }, AbortSignal.timeout(20_000))
    await db
      .updateTable('cdn_copy')
      .set({ due_at: new Date(0) })
      .execute()
  }
  while ((await applyIndexQueue(db)) > 0);
}

const login = (email: string, password = 'correct-horse') =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload: { email, password } })

async function headersOf(email: string) {
  const reply = await login(email)
  return { authorization: `Bearer ${reply.json().data.tokens.access_token}` }
}

const headers = {
  visitor: {},
  ada: await headersOf('user1@people.example'),
  admin: await headersOf('admin2@people.example'),
}

test('everything fits together', async () => {
  const lines: string[] = []
  const context = { ...testApp, config, isQuick: false, backups: null, strayAfter: 0 }
  const print = (line: string) => void lines.push(line)
  const outcome = await checkLibrary(context, { isRepair: false, settleMs: 50, print })
  expect(lines).toEqual([])
  expect(outcome).toMatchObject({ failed: [], left: 0 })
}, 60_000)

interface Listing {
  count: number
  images: { id: number; slug: string; title: string }[]
}
const isListing = (answer: object): answer is Listing => 'images' in answer && 'count' in answer
const named = ({ count, images }: Listing) => ({
  count,
  images: images.map(({ id, slug, title }) => [id, slug, title]),
})

test.each(answers.filter(({ answer, path }) => isListing(answer) && !path.includes('?title=o')))(
  'lists are those of before: $path as $as',
  async ({ as, path, answer }) => {
    const reply = await app.inject({ url: `/api/v1${path}`, headers: headers[as] })
    expect(named(reply.json())).toEqual(named(answer as Listing))
  },
)

const publicImages = answers.find(({ path }) => path === '/images/approved/')!.answer as Listing

test.each(publicImages.images)(
  'the page of $title is shown, and its original downloaded byte for byte',
  async (image) => {
    const page = await app.inject(`/image/${image.slug}/`)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(image.title)])
    const stored = await db.selectFrom('images').selectAll().where('id', '=', image.id).executeTakeFirstOrThrow()
    const download = await app.inject(`/api/v1/images/download/${stored.cloudflare_id}/`)
    expect(createHash('sha256').update(download.rawPayload).digest('hex')).toBe(stored.sha256)
    for (const name of ['320.webp', '320-v2.webp'])
      expect((await app.inject(`/media/${stored.cloudflare_id}/${name}`)).headers['content-type']).toBe('image/webp')
  },
)

test('people sign in with their passwords, and those who are blocked do not', async () => {
  expect((await login('admin2@people.example')).statusCode).toBe(200)
  expect((await login('admin2@people.example', 'wrong')).statusCode).not.toBe(200)
  expect((await login('user3@people.example')).statusCode).not.toBe(200)
})
