import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { siteNetworkOf } from './client-network.ts'
import { isDisconnect } from './disconnect-signal.ts'
import { createHttpServer } from './http-server.ts'
import { withMultipart } from './multipart.ts'

test.each(['EIO', 'EROFS', 'EACCES'])('a file that cannot be read or written for %s is answered 503', async (code) => {
  const app = createHttpServer({ trustProxy: [], siteUrl: '', logLevel: 'silent' })
  onTestFinished(() => app.close())
  app.get('/', () => Promise.reject(Object.assign(new Error(`${code}: a reason`), { code, syscall: 'read' })))
  const { statusCode, headers, body } = await app.inject('/')
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect(body).not.toContain(code)
})

const file = ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n', 'x\r\n--b--\r\n'] as const

test.each([
  ['a body that comes too late is answered 408', 'application/json', ['{"slow":', ''], /408 .*"slow_request"/s],
  ['what may be a large file is waited for', 'multipart/form-data; boundary=b', file, /200 /],
  ['a connection whose body arrived does not end', 'application/json', ['{}', ''], /200 /],
] as const)('%s', async (_, type, parts, answer) => {
  const send = await openServer()
  expect(await send(type, parts[0], parts[1])).toMatch(new RegExp(`^HTTP/1\\.1 ${answer.source}`, answer.flags))
})

const BODY_TIMEOUT_MS = 50

/** A server whose answer takes longer than a body may; the function sends a body in two parts, as far apart. */
async function openServer() {
  const options = { trustProxy: [], siteUrl: '' }
  const app = createHttpServer({ ...options, logLevel: 'silent', bodyTimeoutMs: BODY_TIMEOUT_MS })
  onTestFinished(() => app.close())
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4 * BODY_TIMEOUT_MS))
  withMultipart(app, { files: 1, fileSize: 10, fields: 1 }, (part) =>
    part.post('/', async (request) => {
      if (request.isMultipart()) for await (const _ of request.parts());
      await pause()
      return {}
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return async (type: string, first: string, rest: string) => {
    const length = first === '{"slow":' ? 100 : first.length + rest.length
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n`)
    socket.write(`Content-Length: ${length}\r\n\r\n${first}`)
    const answer = text(socket)
    await pause()
    if (rest) socket.write(rest)
    return answer
  }
}

test('work that its client has left is no error of ours, whatever aborted it', async () => {
  const signal = AbortSignal.abort()
  const aborted = await pipeline(Readable.from(['x']), new PassThrough(), { signal }).catch((error) => error)
  expect([aborted, signal.reason, new Error('broken')].map(isDisconnect)).toEqual([true, true, false])
  // A closed socket has no address.
  expect(siteNetworkOf(undefined as unknown as string)).toBe('')
})
