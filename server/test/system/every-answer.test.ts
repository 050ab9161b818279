import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '@vitrine/contract/errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openTestApp } from '#test/test-app'

const { app } = await openTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }

/** Sends bytes as they are, which no HTTP client does, and answers the last response on the connection. */
async function answerTo(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the server may close before it has read everything
  socket.write(Buffer.from(bytes, 'latin1'))
  const timeout = setTimeout(() => socket.destroy(), 20_000)
  const received = (await text(socket)).split(/(?=^HTTP\/1\.1 )/m).at(-1)!
  clearTimeout(timeout)
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: ?(.*)/s) as [string, string]))
  return { status: Number(statusLine.split(' ')[1]), headers, body: received.slice(end + 4) }
}

const host = 'Host: x\r\nConnection: close\r\n'
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`
const post = (headers: string, body: string, path = '/api/v1/accounts/user/login/') =>
  `POST ${path} HTTP/1.1\r\n${host}${headers}\r\n${body}`
const json = 'Content-Type: application/json\r\n'

const requests: [what: string, bytes: string, status: number][] = [
  // What Node's parser refuses.
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab'), 400],
  ['a length beside chunks', post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['an unknown transfer coding', post('Transfer-Encoding: rot13\r\n', 'abc'), 400],
  ['chunks of garbage', post(`${json}Transfer-Encoding: chunked\r\n`, 'xyz\r\n'), 400],
  ['overlong chunk extensions', post(`${json}Transfer-Encoding: chunked\r\n`, `1;${'x'.repeat(20_000)}\r\n`), 413],
  ['a header with a control character', get('/', 'X: a\x01b\r\n'), 400],
  ['a header of 20 kB', get('/', `X: ${'x'.repeat(20_000)}\r\n`), 431],
  // What Node would answer in its own words.
  ['an expectation that we do not meet', post('Expect: a-miracle\r\nContent-Length: 0\r\n', ''), 417],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', get('/', 'Host: y\r\n'), 400],
  ['HTTP/0.9', 'GET /\r\n\r\n', 400],
  ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['HTTP/2.0 in the request line', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 400],
  // Methods.
  ['TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, 501],
  ['PURGE', `PURGE /api/v1/images/approved/ HTTP/1.1\r\n${host}\r\n`, 501],
  ['OPTIONS of the server', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 204],
  ['POST of a static file', post('Content-Length: 0\r\n', '', '/assets/x.js'), 405],
  ['an upgrade', get('/', 'Upgrade: websocket\r\n').replace('Connection: close', 'Connection: upgrade, close'), 200],
  ['an upgrade to HTTP/2', get('/', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'), 200],
  // Bodies.
  ['a body with GET', `${get('/api/v1/images/approved/', 'Content-Length: 3\r\n')}abc`, 200],
  ['a type that cannot be read', post('Content-Type: ;;;\r\nContent-Length: 3\r\n', 'abc'), 415],
  ['a body that is too large', post(`${json}Content-Length: 9000000\r\n`, '{'), 413],
  ['no body', post('Content-Length: 0\r\n', ''), 400],
  ['a multipart body without a boundary', post('Content-Type: multipart/form-data\r\nContent-Length: 1\r\n', 'x'), 415],
  // Paths.
  ['three slashes', get('///'), 301],
  ['an address with half an IPv6 host', get('//[::1/'), 301],
  ['a backslash after the slash', get('/\\//'), 301],
  ['another host', get('//evil.example/about/'), 301],
  ['another host without a slash', get('//evil.example'), 301],
  ['slashes within', get('//a//b/'), 301],
  ['the call of another host', get('//evil.example/api/v1/images/approved/'), 301],
  ['a whole URL', get('http://evil.example/about/'), 200],
  ['a whole URL without a path', get('http://evil.example'), 200],
  ['a whole URL with half a host', get('http://[::1/'), 200],
  ['an address without a slash', get('about'), 400],
  ['dots', get('/../../etc/passwd/'), 404],
  ['encoded dots', get('/%2e%2e/%2e%2e/etc/passwd/'), 404],
  ['dots below the static files', get('/assets/../../package.json'), 404],
  ['encoded dots below the static files', get('/assets/%2e%2e/%2e%2e/package.json'), 404],
  ['dots encoded twice below the static files', get('/assets/%252e%252e/package.json'), 404],
  ['an image whose slug is encoded twice', get('/image/%2578/'), 404],
  ['a backslash below the static files', get('/assets/..%5cx'), 404],
  ['two slashes below the static files', get('/assets//x.js'), 404],
  ['a zero byte below the static files', get('/assets/%00.js'), 404],
  ['no static file', get('/assets/'), 404],
  ['a zero byte', get('/%00/'), 404],
  ['a line break', get('/%0a/'), 404],
  ['a line break in a slug', get('/image/x%0D%0Ay/'), 404],
  ['a line break in an address without its slash', get('/x%0d%0ay'), 404],
  ['the history of the source', get('/.git/config'), 301],
  ['the history of the source, with a slash', get('/.git/'), 404],
  ['the history of the source among the static files', get('/assets/.git/config'), 404],
  ['a folder of static files', get('/assets'), 301],
  ['the folder of files', get('/media/'), 404],
  ['the metrics', get('/metrics/'), 404],
  ['a zero byte in a slug', get('/image/%00/'), 404],
  ['a zero byte in a search', get('/?title=%00'), 404],
  ['half a percent sign', get('/%/'), 404],
  ['percent signs that are no UTF-8', get('/image/%E0%A4%A/'), 404],
  ['bytes that are no UTF-8', get('/image/\xe0\xa4/'), 400],
  ['a percent sign before no digits', get('/%zz'), 301],
  ['percent signs in a query', get('/?title=%E0%A4%A'), 200],
  ['many percent signs in a query', get('/api/v1/images/approved/?title=%'), 200],
  ['a tab', get('/\t/evil.example'), 400],
  ['a long slug', get(`/image/${'x'.repeat(10_000)}/`), 404],
  ['a long slug of a call', get(`/api/v1/images/${'x'.repeat(10_000)}/`), 404],
  ['a long query', get(`/?title=${'x'.repeat(10_000)}`), 200],
  ['a thousand parameters', get(`/?${'a&'.repeat(3000)}`), 200],
  ['objects in a query', get('/api/v1/images/approved/?title[$gt]=&__proto__[x]=1'), 200],
  ['the API itself', get('/api/v1'), 404],
  ['a media file below dots', get('/media/../x/640.webp'), 301],
  ['a part of nothing', get('/robots.txt', 'Range: bytes=99999-\r\n'), 200],
]

test.each(requests)('an answer to %s is no fault of ours, with our shape and headers', async (_what, bytes, status) => {
  const answer = await answerTo(bytes)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'referrer-policy': expect.any(String),
  })
  expect(answer.headers).not.toHaveProperty('strict-transport-security') // the site has no https
  if (status === 301) expect(answer.headers.location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
  if (status < 400 || answer.headers['content-type']?.startsWith('text/html')) return
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  z.parse(errorBody, JSON.parse(answer.body))
})

test('an answer to any bytes in a request line or a header is no fault of ours', async () => {
  // Each control character and ASCII mark, and of letters and the bytes beyond ASCII some.
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const apart = bytes.filter(
    (byte) => byte < 48 || [58, 63, 64, 65, 91, 96, 123, 127, 128, 160, 192, 255].includes(byte),
  )
  for (const byte of apart) {
    const character = String.fromCharCode(byte)
    for (const bytes of [get(`/${character}/`), get(`/x${character}`), get('/', `X: ${character}\r\n`)]) {
      const { status, headers } = await answerTo(bytes)
      expect([byte, bytes, status]).toEqual([byte, bytes, expect.toSatisfy((code: number) => code > 0 && code < 500)])
      expect([byte, headers['x-content-type-options']]).toEqual([byte, 'nosniff'])
    }
  }
})
