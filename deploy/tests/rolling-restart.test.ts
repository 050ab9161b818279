import { setTimeout as sleep } from 'node:timers/promises'
import { pages } from '@vitrine/contract/pages'
import { afterAll, expect, test } from 'vitest'
import * as site from './site.ts'
import { startTopology } from './topology.ts'

const REQUESTS = 10_000
const PER_SECOND = 200
/**
 * What one process answers at once, half of DATABASE_POOL: beside others on the machine requests then come later, and
 * none is refused because too many wait.
 */
const AT_A_TIME = 5
/** 50 s of requests where nothing else runs. */
const TIMEOUT_MS = 300_000

const topology = await startTopology()
afterAll(topology.stop)
const { ask, contributor, web, publish } = topology

const image = await publish('Steady tern', site.nextPng(900, 700))

/** What people do, by the number of the request; the number in the address takes it past what the proxy has stored. */
const requests = [
  (at: number) => ask(`${pages.about.path}?${at}`),
  (at: number) => ask(`/image/${image.slug}/?${at}`),
  () => ask(`/media/${image.cloudflare_id}/640-v2.webp`),
  (at: number) => ask(`/?${at}`),
  () => ask('/api/v1/images/approved/'),
  (at: number) => ask(`/image/${image.slug}/?${at}`),
  (at: number) => (at % 3 ? ask(`/?${at}`) : ask(`/api/v1/images/suggestions/?title=tern${at}`)),
  (at: number) => (at % 3 ? ask(`/about/?${at}`) : ask(site.downloadPath(image))),
]

/** One request in a hundred uploads a picture, past all that a proxy may repeat. */
async function send(at: number): Promise<string | null> {
  try {
    if (at % 100 === 99) {
      await site.upload(ask, contributor, site.nextPng(60, 40), `Tern ${at}`)
      return null
    }
    const { status, body } = await requests[at % requests.length]!(at)
    return status === 200 ? null : `${status} ${body.toString().slice(0, 200)}`
  } catch (error) {
    return (error as Error).message
  }
}

test(
  'two processes restart again and again behind the proxy without a failed request',
  async () => {
    let isLoaded = true
    const restarts = (async () => {
      let count = 0
      for (; isLoaded; count++) {
        const one = web[count % web.length]!
        expect(await one.stop()).toBe(0)
        await one.start()
        await sleep(500)
      }
      return count
    })()
    const began = performance.now()
    const failed: string[] = []
    let next = 0
    const sendInTurn = async () => {
      while (next < REQUESTS) {
        const at = next++
        const early = (at * 1000) / PER_SECOND - (performance.now() - began)
        if (early > 0) await sleep(early)
        const failure = await send(at)
        if (failure) failed.push(failure)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, sendInTurn))
    const seconds = (performance.now() - began) / 1000
    isLoaded = false
    const count = await restarts
    console.log(`${failed.length} of ${REQUESTS} requests failed in ${seconds.toFixed(0)} s with ${count} restarts.`)
    expect(failed).toEqual([])
    expect(count).toBeGreaterThanOrEqual(2)
  },
  TIMEOUT_MS,
)
