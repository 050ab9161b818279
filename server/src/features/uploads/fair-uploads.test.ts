import { expect, test } from 'vitest'
import { type ImagingPool, type Requester, startImagingPool } from '#imaging/imaging-pool'
import { slowPng } from '#test/hostile-pngs'
import { aPng } from '#test/png'
import {
  codeOf,
  createImage,
  createUser,
  multipart,
  openAppWithPeople,
  type TestUser,
  temporaryFiles,
} from '#test/test-app'

// In which order jobs are taken, and what delay is predicted, is proven in fair-queue.test.ts.

/** The pool of a process with one worker. While it is held, its jobs wait to enter together, as they came. */
function holdablePool() {
  const pool = startImagingPool({ workers: 1 })
  const requesters: Requester[] = []
  const ended: { owner: Requester['owner']; outcome: string }[] = []
  let gate: Promise<void> | undefined
  async function enter<Result>(requester: Requester, submit: () => Promise<Result>): Promise<Result> {
    requesters.push(requester)
    await gate
    const job = submit()
    const outcome = job.then(
      () => 'done',
      ({ name }) => name,
    )
    ended.push({ owner: requester.owner, outcome: await outcome })
    return job
  }
  const imagingPool: ImagingPool = {
    ...pool,
    measure: (job, requester) => enter(requester, () => pool.measure(job, requester)),
    write: (job, requester) => enter(requester, () => pool.write(job, requester)),
  }
  /** Forgets who has come before; the result lets the jobs in. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const list of [requesters, ended]) list.length = 0
    gate = promise
    return resolve
  }
  const untilRequested = (count: number) => expect.poll(() => requesters.length).toBe(count)
  return { imagingPool, requesters, ended, hold, untilRequested }
}

const { imagingPool, requesters, ended, hold, untilRequested } = holdablePool()
const { testApp, admin } = await openAppWithPeople({}, { imagingPool })
// Behind a socket, so that clients can disconnect.
const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })

/** Uploads one file and answers the status; 0 when it was aborted. */
async function send(person: TestUser, png: Buffer, signal: AbortSignal | null = null): Promise<number> {
  const { payload, headers } = multipart([{ name: 'images', value: png, filename: 'a.png' }], person.headers)
  const init = { method: 'POST', headers, body: new Uint8Array(payload), signal }
  const answer = await fetch(`${url}/api/v1/images/upload/`, init).catch((error) => {
    if (!signal?.aborted) throw error
  })
  return answer?.status ?? 0
}
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const unfinished = () => temporaryFiles(testApp)
const slowPngs = times(4, (at) => slowPng(`${at}`))

/** Four slow pictures of one contributor and one each of five others, all in the pool. */
async function crowd() {
  const [first, ...others] = await Promise.all(times(6, () => createUser(testApp)))
  const controller = new AbortController()
  const letIn = hold()
  const own = slowPngs.map((png) => send(first!, png, controller.signal))
  await untilRequested(4)
  const theirs = others.map((person) => send(person, slowPngs[0]!, controller.signal))
  await untilRequested(9)
  letIn()
  async function leave() {
    controller.abort()
    await Promise.all([...own, ...theirs])
    await expect.poll(unfinished).toEqual([]) // the server reads of it a little later
  }
  return { own, theirs, leave }
}

test('of two contributors, one’s many pictures delay the other’s by no more than the one that is decoded', async () => {
  const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
  const letIn = hold()
  const many = times(4, (seed) => send(ada, aPng({ seed })))
  await untilRequested(4)
  const one = send(bob, aPng())
  await untilRequested(5)
  letIn()
  expect(await Promise.all([...many, one])).toEqual([201, 201, 201, 201, 201])
  expect(ended.map(({ owner }) => owner)).toEqual([ada.id, bob.id, ada.id, ada.id, ada.id])
})

test('aborted uploads free the worker, leave no file and add no image', async () => {
  const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
  const controller = new AbortController()
  hold()()
  const slow = slowPngs.slice(0, 2).map((png) => send(ada, png, controller.signal))
  await untilRequested(2) // one is decoded, the other waits
  controller.abort()
  expect(await Promise.all(slow)).toEqual([0, 0])
  await expect.poll(unfinished).toEqual([])
  expect(ended.map(({ outcome }) => outcome)).not.toContain('done')
  const images = testApp.db.selectFrom('images').select('id').where('owner_id', '=', ada.id)
  expect(await images.execute()).toEqual([])
  expect(await send(bob, aPng())).toBe(201)
})

test('503 is for contributors and derivatives that others’ pictures delay for more than five seconds', async () => {
  const ada = await createUser(testApp)
  const { cloudflare_id } = await createImage(testApp, ada, { png: aPng({ width: 700 }), title: 'Fox' }, admin)
  const { own, theirs, leave } = await crowd()
  expect(await Promise.race(theirs)).toBe(503)
  const derivative = () => testApp.app.inject(`/api/v1/images/download/${cloudflare_id}/?size=256`)
  const refused = await derivative()
  expect(codeOf(refused)).toEqual([503, 'busy'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4)
  await leave()
  expect(await Promise.all(own)).not.toContain(503)
  expect((await derivative()).statusCode).toBe(200)
})

test('a derivative is given up when the visitor who waits for it has gone', async () => {
  const ada = await createUser(testApp)
  const { cloudflare_id } = await createImage(testApp, ada, { png: aPng({ width: 700 }), title: 'Owl' }, admin)
  const address = `${url}/api/v1/images/download/${cloudflare_id}/?format=png&size=256`
  const controller = new AbortController()
  const letIn = hold()
  const visit = fetch(address, { signal: controller.signal }).catch(() => 'gone')
  await untilRequested(1)
  controller.abort()
  expect(await visit).toBe('gone')
  await expect.poll(() => requesters[0]!.signal!.aborted).toBe(true)
  letIn()
  await expect.poll(unfinished).toEqual([])
  expect(await testApp.store.size(`copies/${cloudflare_id}/v3-256.png`)).toBe(null)
  expect((await fetch(address)).status).toBe(200)
})
