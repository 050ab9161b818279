import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { s3Store } from './s3-store.ts'

/** A bucket that does to each request in turn what a test says, and answers well when nothing is left to do. */
type Fault = (request: IncomingMessage, answer: ServerResponse) => void
let faults: Fault[] = []
let kept: Buffer | null = null
let requests: string[] = []
const bucket = createServer(async (request, answer) => {
  requests.push(`${request.method} ${request.headers.range ?? ''}`.trim())
  const fault = faults.shift()
  if (fault) return fault(request, answer)
  if (request.method === 'PUT') {
    kept = await buffer(request)
    return answer.end()
  }
  if (request.method === 'DELETE') {
    kept = null
    return answer.writeHead(204).end()
  }
  if (!kept) return answer.writeHead(404).end('<Code>NoSuchKey</Code>')
  const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0)
  answer.writeHead(from ? 206 : 200, { 'content-length': kept.length - from }).end(kept.subarray(from))
})
await new Promise<void>((open) => bucket.listen(0, '127.0.0.1', open))
const folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'))
afterAll(async () => {
  bucket.closeAllConnections()
  bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const store = await s3Store(
  {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    bucket: 'b',
    region: 'auto',
    accessKey: 'key',
    secretKey: 'secret',
    pathStyle: true,
    responseTimeoutMs: 300,
  },
  { workspaceFolder: join(folder, 'tmp'), contentTypeOf: () => 'application/octet-stream' },
)

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251))
const keep = async () => {
  const file = join(folder, 'file.png')
  await writeFile(file, bytes)
  await store.put(file, 'originals/file.png')
}
const fails =
  (status: number, text = ''): Fault =>
  (request, answer) => {
    request.resume()
    answer.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  }
const hangsUp: Fault = (request) => request.socket.destroy()
const staysSilent: Fault = () => {}
const cutsOffAfter =
  (sent: number): Fault =>
  (_, answer) => {
    answer.writeHead(200, { 'content-length': kept!.length }).write(kept!.subarray(0, sent), () => answer.destroy())
  }

beforeEach(async () => {
  faults = []
  kept = null
  await keep()
  requests = []
})

describe('a bucket in trouble', () => {
  test.each([
    ['503', fails(503, 'SlowDown')],
    ['429', fails(429)],
    ['a line that is cut', hangsUp],
    ['silence', staysSilent],
  ])('is asked again after %s, and nothing is lost or doubled', async (_, fault) => {
    faults = [fault]
    await keep()
    expect(kept).toEqual(bytes)
    faults = [fault]
    expect(await store.size('originals/file.png')).toBe(bytes.length)
    faults = [fault]
    expect(await buffer(store.read('originals/file.png'))).toEqual(bytes)
  })

  test('whose line breaks in the middle of a file is asked for the rest', async () => {
    faults = [cutsOffAfter(70_000)]
    expect(await buffer(store.read('originals/file.png'))).toEqual(bytes)
    expect(requests[0]).toBe('GET')
    expect(requests[1]).toMatch(/^GET bytes=\d+-$/)
  })

  test('that answers a part with the whole is not believed', async () => {
    faults = [cutsOffAfter(70_000), (_, answer) => answer.writeHead(200, { 'content-length': bytes.length }).end(bytes)]
    await expect(buffer(store.read('originals/file.png'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('that never comes back is out of reach, not the visitor’s fault', async () => {
    faults = Array(3).fill(fails(500))
    await expect(store.size('originals/file.png')).rejects.toMatchObject({ code: 'unavailable' })
    faults = Array(3).fill(hangsUp)
    await expect(buffer(store.read('originals/file.png'))).rejects.toMatchObject({ code: 'unavailable' })
    faults = Array(3).fill(staysSilent)
    await expect(keep()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('whose key does not work any more says so in the log’s cause, and is asked once', async () => {
    faults = [fails(403, '<Code>InvalidAccessKeyId</Code>')]
    const refused = await keep().catch((error) => error)
    expect(refused).toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('InvalidAccessKeyId') },
    })
    expect(requests).toEqual(['PUT'])
  })

  test('that gives back something else than it was given keeps nothing', async () => {
    faults = [
      async (request, answer) => {
        await buffer(request)
        kept = Buffer.from('something else')
        answer.end()
      },
    ]
    await expect(keep()).rejects.toMatchObject({ code: 'unavailable' })
    expect(kept).toBeNull()
  })

  test('that sends elsewhere is not followed', async () => {
    faults = [(_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()]
    await expect(store.size('originals/file.png')).rejects.toMatchObject({ code: 'unavailable' })
    expect(requests).toHaveLength(1)
  })
})
