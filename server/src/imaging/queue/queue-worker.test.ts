import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase } from '#kit/database/pool'
import { silentLog } from '#kit/logger'
import type { Store } from '#kit/storage/store'
import { startAnswerLosingProxy } from '#test/answer-losing-proxy'
import { urlAtPort } from '#test/closable-proxy'
import { aPng } from '#test/png'
import { openTestApp } from '#test/test-app'
import { startImagingPool } from '../imaging-pool.ts'
import { findConfinement } from '../pool/confinement.ts'
import { movedTo } from '../pool/job-files.ts'
import type { AvatarJob } from '../worker-protocol.ts'
import { extendLease, insertJob } from './imaging-queue.sql.ts'
import { type QueueWorkerDeps, runQueueWorker } from './queue-worker.ts'
import { inputKey, newJobId, outputKey, putCopy } from './work-files.ts'

const { db, databaseUrl, store, notifications, imagingPool } = await openTestApp({ ROLES: 'api' })
const proxy = await startAnswerLosingProxy(Number(new URL(databaseUrl).port))
const proxied = openDatabase(urlAtPort(databaseUrl, proxy.port))
findConfinement() // which blocks the process for a moment
const pool = startImagingPool({ workers: 2 })
const workspace = await store.createWorkspace()
afterAll(async () => {
  await pool.stop()
  await proxied.destroy()
  await proxy.close()
  await workspace.remove()
})

let stop = async () => {}
afterEach(async () => {
  await stop()
  await db.deleteFrom('imaging_job').execute()
})
function startWorker(deps: Partial<QueueWorkerDeps> = {}) {
  const worker = runQueueWorker({ db: proxied, notifications, store, pool, workers: 2, log: silentLog, ...deps })
  stop = worker.stop
}

async function anAvatar(name: string): Promise<AvatarJob> {
  const [file, to] = [join(workspace.folder, `${name}.png`), join(workspace.folder, `${name}.webp`)]
  await writeFile(file, aPng({ seed: 1 }))
  return { file, format: 'png', pixels: 64 * 48, to }
}

/** Puts the work at an avatar into the queue, as a process without image workers does. */
async function addJob({ isAbandoned = false } = {}): Promise<string> {
  const [id, requester] = [newJobId(), newJobId()]
  const avatar = await anAvatar(id)
  await putCopy(store, avatar.file, inputKey(id))
  if (!isAbandoned) await extendLease(db, { id: requester, workers: 0 })
  await insertJob(db, { id, requester, owner: 1, cost: 20, job: movedTo({ avatar }, '') })
  return id
}
const jobOf = (id: string) => db.selectFrom('imaging_job').selectAll().where('id', '=', id).executeTakeFirst()
const leaseEnd = async () =>
  (await db.selectFrom('imaging_process').select('alive_until').where('workers', '>', 0).executeTakeFirst())
    ?.alive_until ?? null

test('a store that does not answer delays neither the heartbeat nor other work', async () => {
  const removing = Promise.withResolvers<void>()
  const slow: Store = { ...store, remove: (key) => removing.promise.then(() => store.remove(key)) }
  const id = await addJob({ isAbandoned: true })
  startWorker({ store: slow })
  const soon = { timeout: 15_000 } // it matters only that it happens before the store answers
  try {
    await expect.poll(() => jobOf(id), soon).toBeUndefined()
    const before = await leaseEnd()
    await expect.poll(async () => (await leaseEnd())! > before!, soon).toBe(true)
    const other = await addJob()
    await expect.poll(async () => (await jobOf(other))?.outcome, soon).toMatchObject({ attempt: 1 })
  } finally {
    removing.resolve()
  }
  await expect.poll(() => store.size(inputKey(id))).toBeNull()
})

test('a job that was claimed by a commit without an answer is done all the same', async () => {
  const lost = proxy.loseCommitAfter('update imaging_job set worker')
  const id = await addJob()
  startWorker()
  await lost
  expect((await jobOf(id))?.worker).toBeTruthy()
  await expect
    .poll(async () => (await jobOf(id))?.outcome, { timeout: 8_000 })
    .toMatchObject({ lengths: [expect.any(Number)] })
})

test('an outcome that was handed in by a commit without an answer keeps its files', async () => {
  const lost = proxy.loseCommitAfter('update imaging_job set outcome')
  const id = await addJob()
  startWorker()
  await lost
  expect((await jobOf(id))?.outcome).toMatchObject({ attempt: 1 })
  await sleep(3_000) // it is handed in again with the next heartbeat
  expect(await store.size(outputKey(id, 1))).toBeGreaterThan(0)
})

test('a result that others have removed meanwhile may be asked for again', async () => {
  const put: Store['put'] = async (file, key) => {
    await store.put(file, key)
    await store.remove(key)
  }
  startWorker({ store: { ...store, put } })
  const written = imagingPool.writeAvatar(await anAvatar('removed'), { owner: 1 })
  await expect(written).rejects.toMatchObject({ code: 'unavailable' })
})
