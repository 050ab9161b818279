import { afterAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import * as site from './site.ts'
import { startTopology } from './topology.ts'

// FILES_SENT_BY=bucket behind nginx, with the bucket at an address of https.
const topology = await startTopology({ FILES_SENT_BY: 'bucket' })
afterAll(topology.stop)
const { nginx, bucket, ask, publish } = topology
const askBucket = createClient(bucket!.server)

test('a download through the proxy is redirected to the bucket, which sends the same bytes over TLS', async () => {
  const png = site.nextPng(900, 700)
  const image = await publish('Redirected stork', png)
  const addresses: URL[] = []
  for (let times = 0; times < 2; times++) {
    const { status, headers } = await ask(site.downloadPath(image))
    expect([status, headers['cache-control']]).toEqual([302, 'private, no-store'])
    addresses.push(new URL(headers.location!))
  }
  expect(addresses.map(({ origin }) => origin)).toEqual(Array(2).fill(new URL(bucket!.settings.S3_ENDPOINT).origin))
  const { host, pathname, search } = addresses[0]!
  const sent = await askBucket(pathname + search, { headers: { host } })
  expect([sent.status, sent.body.equals(png), sent.headers['content-type']]).toEqual([200, true, 'image/png'])
  // Signed with the address; the bucket of the tests sends none (decision 0062).
  const offered = addresses[0]!.searchParams.get('response-content-disposition')
  expect(offered).toContain('filename="redirected-stork.png"')
  const unsigned = await askBucket(pathname, { headers: { host } })
  expect(unsigned.status).toBeGreaterThanOrEqual(400)
  const logged = (await nginx.logged()).filter(({ path }) => path === site.downloadPath(image))
  expect(logged.map(({ status, cache }) => [status, cache])).toEqual(Array(2).fill([302, '']))
})
