import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createUser, type FormPart, multipart, openTestApp, temporaryFiles, upload } from '#test/test-app'

const testApp = await openTestApp()
const ada = await createUser(testApp)

const file = (value: Buffer, filename = 'a.png'): FormPart => ({ name: 'images', value, filename })
const field = (name: string, value: string): FormPart => ({ name, value })

describe('a broken request', () => {
  const post = (payload: Buffer | string, type: string) =>
    testApp.app.inject({
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

  test('field names of JavaScript’s prototypes are refused, and other unknown ones are ignored', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await upload(testApp, ada, [field(name, 'x'), file(aPng({ seed: 50 }))])
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'broken_multipart'])
    }
    expect((await upload(testApp, ada, [field('wish', 'x'), file(aPng({ seed: 50 }))])).statusCode).toBe(201)
    expect(await temporaryFiles(testApp)).toEqual([])
  })

  test('too many fields are refused', async () => {
    const answer = await upload(testApp, ada, [...Array.from({ length: 500 }, () => field('title', 'x')), file(aPng())])
    expect(answer.statusCode).toBe(413)
  })

  test('a connection that breaks within a file leaves no temporary file and a working server', async () => {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = testApp.app.server.address() as { port: number }
    const { payload, headers } = multipart([file(aPng({ width: 400, height: 400, seed: 51 })), file(aPng())])
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /api/v1/images/upload/ HTTP/1.1\r\nhost: x\r\nauthorization: ${ada.headers.authorization}\r\n`)
    socket.write(`content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`)
    socket.write(payload.subarray(0, 900))
    await expect.poll(() => temporaryFiles(testApp), { timeout: 5_000 }).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => temporaryFiles(testApp), { timeout: 5_000 }).toEqual([])
    expect((await testApp.app.inject('/api/v1/images/approved/')).statusCode).toBe(200)
  })
})

describe('an internal error', () => {
  test('a disk that cannot be written answers 500', async () => {
    const broken = {
      ...testApp.store,
      createWorkspace: async () => ({ folder: '/proc/no/such/place', remove: async () => {} }),
    }
    const brokenApp = await openTestApp({}, { store: broken })
    const answer = await upload(brokenApp, await createUser(brokenApp), [file(aPng())])
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
    expect(answer.body).not.toMatch(/proc|ENOENT|at /)
  })
})
