import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inputKey, newJobId, removeAbandonedWork } from '#imaging/queue/work-files'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { slowPng } from '#test/hostile-pngs'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { aPng } from '#test/png'
import { startS3 } from '#test/s3-server'
import { createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)

interface Answer {
  code?: string
  images: { id: number; cloudflare_id: string }[]
}

const onDisk = {}

describe.each([
  ['on disk', onDisk],
  ['in a bucket', s3.settings],
])('a web process and processes for pictures, with files %s', { timeout: 60_000 }, async (_, storage) => {
  const testApp = await openTestApp({ ...storage, ROLES: 'api' })
  afterAll(stopMainProcesses)
  const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
  const admin = await createUser(testApp, 'admin')
  const start = (ROLES: string, DATABASE_URL = testApp.databaseUrl) => {
    const { folder: DATA_DIR } = testApp
    const main = startMain({ ...storage, ROLES, DATA_DIR, DATABASE_URL, LOG_LEVEL: 'warn', IMAGE_WORKERS: '2' })
    main.stderr!.pipe(process.stderr)
    return main
  }
  let [site, imaging] = ['', undefined as ChildProcess | undefined]
  const startImaging = async () => {
    imaging = start('jobs,images')
    await waitForAddress(imaging)
  }
  const killImaging = async () => {
    imaging!.kill('SIGKILL')
    await once(imaging!, 'exit')
  }
  beforeAll(async () => {
    site = await waitForAddress(start('web'))
    await startImaging()
  }, 30_000)

  async function upload({ headers }: TestUser, png: Buffer, signal: AbortSignal | null = null, to = site) {
    const body = new FormData()
    body.append('images', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
    body.append('title', 'Red kite')
    const response = await fetch(`${to}/api/v1/images/upload/`, { method: 'POST', headers, body, signal })
    const retryAfter = Number(response.headers.get('retry-after'))
    return { status: response.status, retryAfter, answer: (await response.json()) as Answer }
  }
  const jobs = () => testApp.db.selectFrom('imaging_job').selectAll().execute()
  const isClaimed = () =>
    expect.poll(async () => (await jobs()).some(({ worker }) => worker), { timeout: 20_000 }).toBe(true)
  async function workFiles() {
    const keys: string[] = []
    for await (const key of testApp.store.list('work/')) keys.push(key)
    return keys
  }
  const isTidy = () => expect.poll(async () => [await jobs(), await workFiles()], { timeout: 20_000 }).toEqual([[], []])

  test('an upload is measured in the other process, shown and downloaded, and leaves nothing behind', async () => {
    const png = aPng({ seed: 1, width: 900, height: 700 })
    const { status, answer } = await upload(ada, png)
    expect(status).toBe(201)
    const { id, cloudflare_id } = answer.images[0]!
    expect((await setStatus(testApp, admin, [id], 'approved')).statusCode).toBe(200)
    const { images } = (await (await fetch(`${site}/api/v1/images/approved/`)).json()) as {
      images: { cloudflare_url: string }[]
    }
    const download = `${site}/api/v1/images/download/${cloudflare_id}/`
    expect(Buffer.from(await (await fetch(download)).arrayBuffer()).equals(png)).toBe(true)
    const derivative = await fetch(`${download}?size=512&format=webp`)
    expect([derivative.status, derivative.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await derivative.arrayBuffer()
    const shown = await fetch(new URL(images[0]!.cloudflare_url, site))
    expect(shown.headers.get('content-type')).toBe('image/webp')
    await isTidy()
  })

  test('a file that its process refuses is refused with its reason', async () => {
    const { status, answer } = await upload(ada, aPng({ seed: 2 }).subarray(0, 200))
    expect([status, answer.code]).toEqual([400, 'none_accepted'])
    await isTidy()
  })

  test('work whose client has disconnected is dropped, also while it runs', async () => {
    const client = new AbortController()
    const dropped = upload(ada, slowPng('dropped'), client.signal).catch(() => 'dropped')
    await isClaimed()
    client.abort()
    expect(await dropped).toBe('dropped')
    await isTidy()
  })

  test('a person with slow pictures delays no other one', async () => {
    await upload(bob, aPng({ seed: 3 }))
    const client = new AbortController()
    const slow = [1, 2, 3, 4].map((at) => upload(ada, slowPng(`slow ${at}`), client.signal).then(() => 'done'))
    const dropped = Promise.allSettled(slow)
    await isClaimed()
    for (const seed of [4, 5, 6]) expect((await upload(bob, aPng({ seed }))).status).toBe(201)
    client.abort()
    const done = (await dropped).filter(({ status }) => status === 'fulfilled')
    expect(done.length).toBeLessThan(4)
    await isTidy()
  })

  test('what a killed process has handed over is dropped with its files', async () => {
    const other = start('api')
    const to = await waitForAddress(other)
    const lost = upload(ada, slowPng('lost'), null, to).catch(() => 'lost')
    await isClaimed()
    other.kill('SIGKILL')
    expect(await lost).toBe('lost')
    await isTidy()
  })

  // It takes a lease's time, and the store is no part of it.
  test.runIf(storage === onDisk)(
    'an upload whose process is away from the database for too long may be sent again',
    async () => {
      const proxy = await startClosableProxy(Number(new URL(testApp.databaseUrl).port))
      onTestFinished(proxy.close)
      const other = start('api', urlAtPort(testApp.databaseUrl, proxy.port))
      const to = await waitForAddress(other)
      const slow = [1, 2, 3].map((at) => upload(ada, slowPng(`away ${at}`), null, to))
      await isClaimed()
      await proxy.close()
      await expect.poll(jobs, { timeout: 20_000 }).toEqual([])
      await proxy.open()
      for (const { status, retryAfter } of await Promise.all(slow))
        expect([status, retryAfter > 0]).toEqual([503, true])
      expect((await upload(ada, aPng({ seed: 8 }), null, to)).status).toBe(201)
      await isTidy()
      other.kill('SIGKILL')
      await once(other, 'exit')
    },
  )

  test('files of old work are removed, and none of work that is going on', async () => {
    const [{ folder, remove }, young] = [await testApp.store.createWorkspace(), inputKey(newJobId())]
    for (const key of ['work/1-abandoned.in', young]) {
      await writeFile(join(folder, 'input'), 'bytes')
      await testApp.store.put(join(folder, 'input'), key)
    }
    await remove()
    await removeAbandonedWork(testApp.store)
    expect(await workFiles()).toEqual([young])
    await testApp.store.remove(young)
  })

  test('an upload survives the process that was killed while it worked at it', async () => {
    const uploaded = upload(ada, slowPng('survivor'))
    await isClaimed()
    await killImaging()
    await startImaging()
    expect((await uploaded).status).toBe(201)
    await isTidy()
  })

  // It takes half a minute, and the store is no part of it.
  test.runIf(storage === onDisk)(
    'without a process for pictures, uploads are refused after a while, then taken',
    async () => {
      await killImaging()
      const { status, answer } = await upload(bob, aPng({ seed: 7 }))
      expect([status, answer.code]).toEqual([503, 'no_image_workers'])
      const health = await (await fetch(`${site}/health/ready`)).json()
      const reason = 'Pictures cannot be processed: no process for them is running.'
      expect(health).toMatchObject({ status: 'degraded', reasons: [reason] })
      await startImaging()
      await expect.poll(async () => (await upload(bob, aPng({ seed: 7 }))).status, { timeout: 20_000 }).toBe(201)
      await isTidy()
    },
  )
})
