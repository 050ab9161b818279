import { request as httpRequest } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#test/free-port'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { aPng } from '#test/png'
import { openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp: site, ada, admin } = await openAppWithPeople({}, withoutJobs)
const port = String(await freePort())
const ownPlace = { DATA_DIR: site.folder, DATABASE_URL: site.databaseUrl, METRICS: `localhost:${port}` }
// A job of each minute would clear the caches.
const settings = { ...ownPlace, LOG_LEVEL: 'silent', IMAGE_WORKERS: '1', ROLES: 'web' }
const main = startMain(settings)
afterAll(stopMainProcesses)
const address = await waitForAddress(main)
const metricsAddress = `http://localhost:${port}/metrics`

/** The samples by name and labels, as Prometheus reads them. */
async function scrape(): Promise<Record<string, number>> {
  const lines = (await (await fetch(metricsAddress)).text()).split('\n')
  const samples = lines.filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    samples.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const request = (path: string, options: RequestInit = {}) => fetch(address + path, { redirect: 'manual', ...options })

test('metrics are on a port of their own, at one address', async () => {
  const { status, headers } = await fetch(metricsAddress)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect((await request('/metrics')).status).toBe(301) // as any address that no page has
  expect((await fetch(new URL('/', metricsAddress))).status).toBe(404)
  expect((await fetch(metricsAddress, { method: 'POST' })).status).toBe(404)
})

test('requests are measured by the pattern of their route, and never by what was asked', async () => {
  for (const path of ['/?title=zebrafinch', '/image/zebrafinch-1/', '/zebrafinch/', '/api/v1/zebrafinch/'])
    await (await request(path)).text()
  await (await request('/api/v1/images/approved/?title=zebrafinch')).text()
  await (await request('/api/v1/images/approved/', { method: 'POST' })).text()
  const samples = await scrape()
  const count = (route: string, method: string, status: string) =>
    samples[`vitrine_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`]
  expect(count('/', 'GET', '2xx')).toBe(1)
  expect(count('/image/:slug/', 'GET', '4xx')).toBe(1)
  expect(count('no page', 'GET', '4xx')).toBe(1)
  expect(count('/api/v1/images/approved/', 'GET', '2xx')).toBe(1)
  expect(count('/api/v1/images/approved/', 'POST', '4xx')).toBe(1)
  expect(Object.keys(samples).filter((name) => name.includes('zebrafinch'))).toEqual([])
  expect(samples.vitrine_http_requests_in_flight).toBe(0)
})

test('a request whose client leaves is measured as aborted and is no longer in flight', async () => {
  const upload = httpRequest(`${address}/api/v1/images/upload/`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1000 },
  })
  upload.on('error', () => {}).write('--b')
  await expect.poll(async () => (await scrape()).vitrine_http_requests_in_flight).toBe(1)
  upload.destroy()
  await expect.poll(async () => (await scrape()).vitrine_http_requests_in_flight).toBe(0)
  const aborted = 'route="/api/v1/images/upload/",method="POST",status="aborted"'
  expect((await scrape())[`vitrine_http_request_duration_seconds_count{${aborted}}`]).toBe(1)
})

test('caches tell hits, misses and what they hold', async () => {
  const before = await scrape()
  for (let visits = 0; visits < 3; visits++) await (await request('/terms/')).text()
  const after = await scrape()
  const grown = (name: string) => after[`${name}{cache="pages"}`]! - before[`${name}{cache="pages"}`]!
  expect([grown('vitrine_cache_hits_total'), grown('vitrine_cache_misses_total')]).toEqual([2, 1])
  expect(grown('vitrine_cache_entries')).toBe(1)
  expect(grown('vitrine_cache_bytes')).toBeGreaterThan(1000)
  expect(after['vitrine_cache_bytes{cache="pages"}']).toBeLessThan(after['vitrine_cache_limit_bytes{cache="pages"}']!)
})

test('uploads, the work that they cause and downloads are counted by outcome', async () => {
  const form = new FormData()
  const files = [aPng({ seed: 1 }), aPng({ seed: 2 }), Buffer.from('no picture')]
  for (const file of files) form.append('images', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
  form.append('title', 'Red kite')
  const upload = await request('/api/v1/images/upload/', { method: 'POST', headers: ada.headers, body: form })
  type Uploaded = { images: { cloudflare_id: string }[]; errors: { code: string }[] }
  const { images, errors } = (await upload.json()) as Uploaded
  const download = `/api/v1/images/download/${images[0]!.cloudflare_id}/`
  await (await request(download, { headers: admin.headers })).arrayBuffer()
  await expect.poll(async () => (await scrape())['vitrine_downloads_total{counted="yes"}']).toBe(1)
  expect(await scrape()).toMatchObject({
    'vitrine_uploads_total{outcome="accepted"}': 2,
    [`vitrine_uploads_total{outcome="${errors[0]!.code}"}`]: 1,
    'vitrine_image_jobs_total{kind="measure",outcome="ok"}': 2,
    'vitrine_image_job_duration_seconds_count{kind="measure"}': 2,
    'vitrine_image_job_wait_seconds_count{kind="measure"}': 2,
    vitrine_image_jobs_waiting: 0,
    'vitrine_storage_operations_total{operation="put",outcome="ok"}': expect.toSatisfy((puts: number) => puts > 2),
    'vitrine_limiter_started_total{limiter="upload"}': expect.any(Number),
  })
})
