import { expect, test } from 'vitest'
import { readTextChunks } from '#imaging/png/png-text-chunks'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, ada, admin } = await openAppWithPeople()

let seed = 0
const publish = (title: string, more: { licence?: string; credit?: string }) =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, ...more } as Parameters<typeof createImage>[2], admin)
const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).rawPayload
const detail = async (slug: string) => (await app.inject({ url: `/api/v1/images/${slug}/` })).json().image
const xmpOf = async (cloudflare_id: string) =>
  readTextChunks(await get(`/api/v1/images/download/${cloudflare_id}/?format=png`)).xmp[0]

const byStudio = await publish('Kite & string', { licence: 'cc-by-4.0', credit: 'Studio <Kite>' })
const byAda = await publish('Balloon', { licence: 'cc-by-4.0' })
const drawn = await publish('Sign', { licence: 'mit', credit: 'Icon team' })
const ownIcon = await publish('Icon', { licence: 'apache-2.0' })
const ours = await publish('Rope', {})
const line = `“Kite & string” by Studio <Kite> (http://localhost:3000/image/${byStudio.slug}/), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)`

test('whom to credit is said by the reply, in one line where licence or contributor asks for it', async () => {
  expect(await detail(byStudio.slug)).toMatchObject({ creator: 'Studio <Kite>', credit_line: line })
  const credit_line = expect.stringContaining(`“Balloon” by ${ada.username} (`)
  expect(await detail(byAda.slug)).toMatchObject({ creator: ada.username, credit_line })
  expect((await detail(drawn.slug)).credit_line).toContain('“Sign” by Icon team (')
  expect(await detail(ownIcon.slug)).toMatchObject({
    licence: 'apache-2.0',
    licence_text: 'Apache-2.0: free for commercial use, copies name the maker',
    licence_url: 'https://www.apache.org/licenses/LICENSE-2.0',
    credit_line: expect.stringContaining(`“Icon” by ${ada.username} (`),
  })
  const licence_text = 'Free for commercial use, no credit needed'
  const licence = { licence: 'library', licence_text, licence_url: '/terms/' }
  expect(await detail(ours.slug)).toMatchObject({ creator: ada.username, credit_line: null, ...licence })
})

test('whom to credit is embedded in derivatives, and the original keeps its bytes', async () => {
  const xmp = await xmpOf(byStudio.cloudflare_id)
  expect(xmp).toContain('photoshop:Credit="Studio &#60;Kite&#62;"')
  expect(xmp).toContain('<rdf:li>Studio &#60;Kite&#62;</rdf:li>')
  expect(xmp).toContain('CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)</rdf:li></rdf:Alt></dc:rights>')
  expect(await xmpOf(ours.cloudflare_id)).not.toContain('dc:rights')
  expect((await get(`/api/v1/images/download/${byStudio.cloudflare_id}/`)).equals(aPng({ seed: 1 }))).toBe(true)
})

test('whom to credit is that of the moment: a derivative made before a change is not sent after it', async () => {
  const { id, cloudflare_id } = await publish('Changed', { licence: 'cc-by-4.0' })
  expect(await xmpOf(cloudflare_id)).toContain('creativecommons.org/licenses/by/4.0/')
  const change = (payload: object) =>
    app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: admin.headers, payload })
  expect((await change({ licence: 'cc0' })).statusCode).toBe(200)
  const xmp = await xmpOf(cloudflare_id)
  expect(xmp).toContain('xmpRights:WebStatement="https://creativecommons.org/publicdomain/zero/1.0/"')
  expect(xmp).not.toContain('licenses/by')
  await change({ status: 'rejected' })
})

test('whom to credit is in the feed and in the text of a zip', async () => {
  const feed = (await get('/feeds/newest/')).toString()
  expect(feed).toContain('<name>Studio &#60;Kite&#62;</name>')
  expect(feed).toContain('<rights>CC BY 4.0: free for commercial use, with credit. “Kite &#38; string” by Studio')
  const zip = readZip(await get(`/api/v1/images/download/?ids=${byStudio.id},${ours.id}`))
  const text = [...zip][0]![1].toString()
  expect(text).toContain(`Kite & string, by Studio <Kite> (CC BY 4.0)\n`)
  expect(text).toContain(`\nCredit: ${line}\n`)
  expect(text.match(/Credit:/g)).toHaveLength(1)
})

const titles = async (url: string) => {
  const { images } = (await app.inject({ url, headers: admin.headers })).json()
  return (images as { title: string }[]).map(({ title }) => title).filter((title) => title !== 'Changed')
}

test.each([
  ['library', ['Rope']],
  ['cc0', []],
  ['cc-by-4.0', ['Balloon', 'Kite & string']],
  ['mit', ['Sign']],
  ['apache-2.0', ['Icon']],
])('a filter by licence finds public images under %s, for visitors and in the back office', async (licence, found) => {
  expect(await titles(`/api/v1/images/approved/?licence=${licence}`)).toEqual(found)
  expect(await titles(`/api/v1/images/total/?licence=${licence}`)).toEqual(found)
})
