import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { openTestApp, withoutJobs } from '#test/test-app'

const { db, databaseUrl, folder } = await openTestApp({}, withoutJobs)
const proxy = await startClosableProxy(Number(new URL(databaseUrl).port))
const settings = { LOG_LEVEL: 'silent', IMAGE_WORKERS: '1', DRAIN_SECONDS: '10' }
const main = startMain({ ...settings, DATA_DIR: folder, DATABASE_URL: urlAtPort(databaseUrl, proxy.port) })
afterAll(async () => {
  await stopMainProcesses()
  await proxy.close()
})
const address = await waitForAddress(main)

async function ask(path: string) {
  const response = await fetch(address + path)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { code: response.status, ...((await response.json()) as object) }
}
const ready = () => ask('/health/ready')
const isReady = { code: 200, status: 'ready', reasons: [] as string[] }
const isDegraded = (...some: string[]) => ({ ...isReady, status: 'degraded', reasons: expect.arrayContaining(some) })

// Each test begins with what the one before it has left; the last one ends the process.
describe('the health of a process', { shuffle: false }, () => {
  test('a process in which all works is alive, ready and has no reasons', async () => {
    expect(await ask('/health/live')).toEqual({ code: 200, status: 'alive' })
    await expect.poll(ready).toEqual(isReady)
    expect(await ask('/healthz')).toEqual({ code: 200, status: 'ready' })
    expect((await fetch(`${address}/health/ready`, { method: 'POST' })).status).toBe(405)
  })

  test('a database that is away is a reason, and none for another process to answer instead', async () => {
    await proxy.close()
    await expect.poll(ready).toEqual(isDegraded('The database does not answer.'))
    expect(await ask('/health/live')).toMatchObject({ code: 200 })
    expect(await ask('/healthz')).toMatchObject({ code: 200 })
    await proxy.open()
    await expect.poll(ready).toEqual(isReady)
  })

  test('a store without its folder, and a database without a migration, are reasons', async () => {
    const files = join(folder, 'files')
    await rename(files, `${files}.away`)
    await expect.poll(ready).toEqual(isDegraded('Files cannot be read or stored.'))
    await rename(`${files}.away`, files)

    const last = sql`(select max(name) from kysely_migration)`
    const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = ${last} returning *`.execute(db)
    await expect.poll(ready).toEqual(isDegraded('The database lacks migrations of this version; restart the process.'))
    const { name, timestamp } = rows[0]!
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
    await expect.poll(ready).toEqual(isReady)
  })

  test('a process that stops is no longer ready, and alive until it has stopped', async () => {
    main.kill('SIGTERM')
    await expect.poll(ready).toEqual({ code: 503, status: 'stopping', reasons: ['This process is stopping.'] })
    expect(await ask('/healthz')).toEqual({ code: 503, status: 'stopping' })
    expect(await ask('/health/live')).toEqual({ code: 200, status: 'alive' })
  })
})
