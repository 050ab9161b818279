import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPublicRead } from '@vitrine/contract/endpoint'
import { calls, urlOfCall } from '../server/test/calls.ts'
import { expect, test } from './support/fixtures.ts'

test('another site’s page searches, draws, downloads; all else is refused @slow', async ({
  page,
  baseURL,
  expects,
}) => {
  expects.errors.push(/^requested http:\/\/127/, /CORS policy/, /net::ERR_FAILED/)
  const other = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>Other</title>'))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  const used = await page.evaluate(async (site) => {
    const { images } = await (await fetch(`${site}/api/v1/images/approved/?title=apple`)).json()
    const picture = new Image()
    picture.crossOrigin = 'anonymous'
    picture.src = new URL(images[0].cloudflare_url, site).href
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight).getContext('2d')!
    canvas.drawImage(picture, 0, 0)
    const pixels = canvas.getImageData(0, 0, picture.naturalWidth, picture.naturalHeight).data
    const download = await fetch(`${site}/api/v1/images/download/${images[0].cloudflare_id}/`)
    const name = download.headers.get('content-disposition')
    return { drawn: pixels.some(Boolean), name, type: (await download.blob()).type }
  }, baseURL)
  expect(used).toEqual({ drawn: true, name: expect.stringContaining('apple'), type: 'image/png' })

  const refused = Object.values(calls).filter((call) => !isPublicRead(call))
  const requests = refused.map((call) => ({ method: call.method, url: baseURL + urlOfCall(call) }))
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const read = await page.evaluate(
    async ({ requests, headers }) => {
      const answers = requests.map(({ method, url }) => fetch(url, { method, headers }))
      return (await Promise.allSettled(answers)).flatMap(({ status }, at) =>
        status === 'rejected' ? [] : requests[at],
      )
    },
    { requests, headers },
  )
  expect([refused.length > 50, read]).toEqual([true, []])
  other.close()
})
