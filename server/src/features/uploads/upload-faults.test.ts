import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startImagingPool } from '#imaging/imaging-pool'
import { aPng } from '#test/png'
import { createUser, type FormPart, multipart, openTestApp, temporaryFiles, upload } from '#test/test-app'

const house = await openTestApp()
const ada = await createUser(house)

const file = (value: Buffer, filename = 'a.png'): FormPart => ({ name: 'images', value, filename })
const say = (name: string, value: string): FormPart => ({ name, value })

describe('broken senders', () => {
  const post = (payload: Buffer | string, type: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/v1/images/upload/',
      payload,
      headers: { ...ada.headers, 'content-type': type },
    })

  test.each([
    ['no boundary', 'multipart/form-data', 400],
    ['an empty boundary', 'multipart/form-data; boundary=', 400],
    ['a body that is not multipart', 'multipart/form-data; boundary=x', 400],
    ['JSON', 'application/json', 415],
    ['a form', 'application/x-www-form-urlencoded', 415],
  ])('%s is answered with %s and %i', async (_, type, status) => {
    const answer = await post('{"a":1}', type)
    expect([answer.statusCode, typeof answer.json().message]).toEqual([status, 'string'])
  })

  test('field names that mean something to JavaScript are refused, and others that we do not know are read past', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await upload(house, ada, [say(name, 'x'), file(aPng({ seed: 50 }))])
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'broken_multipart'])
    }
    expect((await upload(house, ada, [say('licence', 'x'), file(aPng({ seed: 50 }))])).statusCode).toBe(201)
    expect(await temporaryFiles(house)).toEqual([])
  })

  test('a flood of fields is cut off', async () => {
    const answer = await upload(house, ada, [...Array.from({ length: 500 }, () => say('title', 'x')), file(aPng())])
    expect(answer.statusCode).toBe(413)
  })

  test('a line that is cut in the middle of a file leaves nothing behind and the server answering', async () => {
    await house.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = house.app.server.address() as { port: number }
    const { payload, headers } = multipart([file(aPng({ width: 400, height: 400, seed: 51 })), file(aPng())])
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /api/v1/images/upload/ HTTP/1.1\r\nhost: x\r\nauthorization: ${ada.headers.authorization}\r\n`)
    socket.write(`content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`)
    socket.write(payload.subarray(0, 900))
    await expect.poll(() => temporaryFiles(house), { timeout: 5_000 }).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => temporaryFiles(house), { timeout: 5_000 }).toEqual([])
    await sleep(50)
    expect((await house.app.inject('/api/v1/images/approved/')).statusCode).toBe(200)
  })
})

describe('too much at once', async () => {
  const small = await openTestApp({}, { imagingPool: startImagingPool({ workers: 1, maxWaiting: 1 }) })

  test('is answered with 503 and when to come back; what was taken is done', async () => {
    const person = await createUser(small)
    const large = (seed: number) => [file(aPng({ width: 600, height: 600, seed }))]
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => upload(small, person, large(seed))))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    const refused = answers.find((answer) => answer.statusCode === 503)!
    expect(refused.json()).toMatchObject({ code: 'busy' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const stored = await small.db.selectFrom('images').select('id').execute()
    expect(stored).toHaveLength(statuses.filter((status) => status === 201).length)
    expect(await temporaryFiles(small)).toEqual([])
  })
})

describe('a fault of ours', () => {
  test('a disk that takes nothing is our fault, and said to be so', async () => {
    const broken = {
      ...house.store,
      createWorkspace: async () => ({ folder: '/proc/no/such/place', remove: async () => {} }),
    }
    const sick = await openTestApp({}, { store: broken })
    const answer = await upload(sick, await createUser(sick), [file(aPng())])
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
  })
})
