import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder'
import { s3Store } from './s3-store.ts'

/** A bucket of one file that serves each request with the next fault of the test, and correctly when none is left. */
type Fault = (request: IncomingMessage, answer: ServerResponse) => void
let faults: Fault[] = []
let stored: Buffer | null = null
let requests: string[] = []
const bucket = createServer(async (request, answer) => {
  requests.push(`${request.method} ${request.headers.range ?? ''}`.trim())
  const fault = faults.shift()
  if (fault) return fault(request, answer)
  if (request.method === 'PUT') {
    const body = await buffer(request).catch(() => null) // of a client that has given up
    if (body) stored = body
    return answer.end()
  }
  if (request.method === 'DELETE') {
    stored = null
    return answer.writeHead(204).end()
  }
  if (!stored) return answer.writeHead(404).end('<Code>NoSuchKey</Code>')
  const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0)
  answer.writeHead(from ? 206 : 200, { 'content-length': stored.length - from }).end(stored.subarray(from))
})
await new Promise<void>((open) => bucket.listen(0, '127.0.0.1', open))
const folder = await temporaryFolder()
afterAll(() => {
  bucket.closeAllConnections()
  bucket.close()
})

const connection = {
  endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  ...{ bucket: 'b', region: 'auto', accessKey: 'key', secretKey: 'secret' },
}
const options = { workspaceFolder: join(folder, 'tmp'), contentTypeOf: () => 'application/octet-stream' }
const openStore = (responseTimeoutMs: number) => s3Store({ ...connection, responseTimeoutMs }, options)
const store = await openStore(20_000)
/** For a bucket that never responds; a bucket that responds late would be asked once more than a test expects. */
const impatientStore = await openStore(300)

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251))
const putFile = async (into = store) => {
  const file = join(folder, 'file.bin')
  await writeFile(file, bytes)
  await into.put(file, 'originals/file.bin')
}
const respondsWith =
  (status: number, text = ''): Fault =>
  (request, answer) => {
    request.resume()
    answer.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  }
const closesConnection: Fault = (request) => request.socket.destroy()
const neverResponds: Fault = () => {}
const closesAfter =
  (sent: number): Fault =>
  (_, answer) => {
    answer.writeHead(200, { 'content-length': stored!.length }).write(stored!.subarray(0, sent), () => answer.destroy())
  }

beforeEach(async () => {
  faults = []
  stored = null
  await putFile()
  requests = []
})

test.each([
  ['503', respondsWith(503, 'SlowDown'), store],
  ['429', respondsWith(429), store],
  ['a closed connection', closesConnection, store],
  ['a timeout', neverResponds, impatientStore],
])('a failing bucket is retried after %s, without loss or duplication', async (_, fault, used) => {
  faults = [fault]
  await putFile(used)
  expect(stored).toEqual(bytes)
  faults = [fault]
  expect(await used.size('originals/file.bin')).toBe(bytes.length)
  faults = [fault]
  expect(await buffer(used.read('originals/file.bin'))).toEqual(bytes)
})

test('a bucket that closes the connection in the middle of a file is asked for the rest alone', async () => {
  faults = [closesAfter(70_000)]
  expect(await buffer(store.read('originals/file.bin'))).toEqual(bytes)
  expect(requests[0]).toBe('GET')
  expect(requests[1]).toMatch(/^GET bytes=\d+-$/)
  // A bucket that answers a range request with the whole file.
  faults = [closesAfter(70_000), (_, answer) => answer.writeHead(200, { 'content-length': bytes.length }).end(bytes)]
  await expect(buffer(store.read('originals/file.bin'))).rejects.toMatchObject({ code: 'unavailable' })
})

test('a bucket that keeps failing fails its check, and makes the store unavailable (503)', async () => {
  await store.check()
  faults = Array.from({ length: 3 }, () => respondsWith(503))
  await expect(store.check()).rejects.toThrow()
  faults = [respondsWith(403)]
  await expect(store.check()).rejects.toThrow()
  faults = Array(3).fill(respondsWith(500))
  await expect(store.size('originals/file.bin')).rejects.toMatchObject({ code: 'unavailable' })
  faults = Array(3).fill(closesConnection)
  await expect(buffer(store.read('originals/file.bin'))).rejects.toMatchObject({ code: 'unavailable' })
  faults = Array(3).fill(neverResponds)
  await expect(putFile(impatientStore)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a bucket that rejects the key is named in the error’s cause, not retried, nor a redirect followed', async () => {
  faults = [respondsWith(403, '<Code>InvalidAccessKeyId</Code>')]
  const cause = { message: expect.stringContaining('InvalidAccessKeyId') }
  await expect(putFile()).rejects.toMatchObject({ code: 'unavailable', cause })
  expect(requests).toEqual(['PUT'])
  faults = [(_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()]
  await expect(store.size('originals/file.bin')).rejects.toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(2)
})

test('a bucket that returns other bytes than were sent keeps no file', async () => {
  faults.push(async (request, answer) => {
    await buffer(request)
    stored = Buffer.from('something else')
    answer.end()
  })
  await expect(putFile()).rejects.toMatchObject({ code: 'unavailable' })
  expect(stored).toBeNull()
})
