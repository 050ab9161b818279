import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { aPng } from '#test/png'
import { createUser, openTestApp, withoutJobs } from '#test/test-app'

const testApp = await openTestApp({}, withoutJobs)
afterAll(stopMainProcesses)
const user = await createUser(testApp)
const settings = {
  DATA_DIR: testApp.folder,
  DATABASE_URL: testApp.databaseUrl,
  LOG_LEVEL: 'silent',
  IMAGE_WORKERS: '1',
  DRAIN_SECONDS: '10', // a busy proxy notices later that a process stops
}

interface Upstream {
  main: ChildProcess
  address: string
  isHealthy: boolean
}

async function startUpstream(): Promise<Upstream> {
  const main = startMain(settings)
  return { main, address: await waitForAddress(main), isHealthy: false }
}

/** A round-robin proxy that asks each upstream for its health ten times a second, and sends no request twice. */
async function startProxy(upstreams: Upstream[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const healthy = upstreams.filter(({ isHealthy }) => isHealthy)
    const { address } = healthy[turn++ % healthy.length]!
    const forward = (response: IncomingMessage) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    }
    const { method, url, headers } = incoming
    const forwarded = request(new URL(url!, address), { method: method!, headers, agent }, forward)
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const check = async (upstream: Upstream) => {
    const { address } = upstream
    const isHealthy = await fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (upstream.address === address) upstream.isHealthy = isHealthy // else another process has taken its place
  }
  const checks = setInterval(() => upstreams.forEach(check), 100)
  afterAll(() => {
    clearInterval(checks)
    agent.destroy()
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as { port: number }).port}`
}

test('two processes behind a proxy restart one after the other without a failed request', async () => {
  const upstreams = [await startUpstream(), await startUpstream()]
  const proxy = await startProxy(upstreams)
  const untilHealthy = () => expect.poll(() => upstreams.every(({ isHealthy }) => isHealthy)).toBe(true)
  await untilHealthy()
  let isLoaded = true
  let seed = 0
  const search = () => fetch(`${proxy}/api/v1/images/suggestions/?title=${Math.random()}`)
  /** Rendered for this request, because no cache has it. */
  const page = () => fetch(`${proxy}/?title=${Math.random()}`)
  const upload = () => {
    const form = new FormData()
    form.append('images', new Blob([new Uint8Array(aPng({ seed: ++seed }))], { type: 'image/png' }), 'a.png')
    form.append('title', 'Red kite')
    return fetch(`${proxy}/api/v1/images/upload/`, { method: 'POST', headers: user.headers, body: form })
  }
  const outcomes: (number | string)[] = []
  const clients = [search, search, page, upload].map(async (send) => {
    while (isLoaded) {
      const outcome = await send().then(
        async (response) => {
          const text = await response.text()
          return response.ok ? response.status : `${response.url}: ${response.status} ${text}`
        },
        (error: Error) => error.message,
      )
      outcomes.push(outcome)
    }
  })
  const untilUsed = () => {
    const before = outcomes.length
    return expect.poll(() => outcomes.length).toBeGreaterThan(before + 20)
  }
  for (const [at, { main }] of upstreams.entries()) {
    await untilUsed()
    main.kill('SIGTERM')
    expect((await once(main, 'exit'))[0]).toBe(0)
    Object.assign(upstreams[at]!, await startUpstream())
    await untilHealthy()
  }
  await untilUsed()
  isLoaded = false
  await Promise.all(clients)
  expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 201)).toEqual([])
}, 120_000)
