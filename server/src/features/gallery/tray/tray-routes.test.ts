import { once } from 'node:events'
import { readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { afterEach, expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { aPng } from '#test/png'
import { createImage, hashOf, openAppWithPeople, setStatus } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, db, ada, admin } = await openAppWithPeople({ TRUST_PROXY: '127.0.0.1' })

let seed = 41_000
const publish = async (title: string, isApproved = true) => {
  const png = aPng({ width: 60 + (seed % 40), height: 50, seed: ++seed })
  return { ...(await createImage(testApp, ada, { png, title }, isApproved ? admin : undefined)), png }
}
type Image = Awaited<ReturnType<typeof publish>>

const idsOf = (images: Image[]) => images.map(({ id }) => id).join()
const zipPath = (ids: string) => `/api/v1/images/download/?ids=${ids}`
const getZip = (ids: string, address = '203.0.113.1', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: zipPath(ids), headers: { 'x-forwarded-for': address } })

const fileOf = async (image: Image) => join(testApp.folder, 'files', originalKey(await hashOf(testApp, image)))
const downloadsOf = async ({ id }: Image) =>
  (await db.selectFrom('images').select('downloads').where('id', '=', id).executeTakeFirstOrThrow()).downloads

/** Sends requests over real connections, which inject has not. */
async function open(ids: string, address: string): Promise<Socket> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET ${zipPath(ids)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-forwarded-for: ${address}\r\n\r\n`)
  return socket
}
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Makes the original larger than what the buffers of both ends hold, some 10 MiB. */
async function enlarge(image: Image) {
  await writeFile(await fileOf(image), Buffer.alloc(16 * 2 ** 20, image.png))
}

test('originals arrive byte for byte, in their order, with a text of where they come from', async () => {
  const images: Image[] = []
  for (const title of ['Paper boat', 'Kite', 'Paper boat']) images.push(await publish(title))
  const [ids, slugs] = [idsOf(images), images.map(({ slug }) => slug)]
  const { statusCode, headers, rawPayload } = await getZip(ids)
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/zip', 'no-store'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="vitrine-3-images.zip"/)
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  const head = await getZip(ids, '203.0.113.2', 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, headers['content-length'], ''])
  const [text, ...files] = [...readZip(rawPayload)]
  expect(files.map(([, content]) => content.equals(images.shift()!.png))).toEqual([true, true, true])
  expect(files.map(([name]) => name)).toEqual(slugs.map((slug) => `${slug}.png`))
  expect(text![0]).toBe('LICENCE.txt')
  expect(text![1].toString()).toMatch(/^3 images from Vitrine\n/)
  expect(text![1].toString()).toContain(`\npaper-boat.png\nPaper boat, by ${ada.username} (Free licence)\n`)
})

test('what is not public is left out of zips and cards, which come in order, and its title is not told', async () => {
  const [shown, pending] = [await publish('Shown'), await publish('Secret', false)]
  const [rejected, gone, vanished] = [await publish('Refused'), await publish('Removed'), await publish('Vanished')]
  await rm(await fileOf(vanished))
  await setStatus(testApp, admin, [rejected.id], 'rejected')
  await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${gone.id}/`, headers: ada.headers })
  const ids = `${idsOf([pending, shown, rejected, gone])},4000000000`
  const files = readZip((await getZip(`${ids},${vanished.id}`)).rawPayload)
  expect([...files.keys()]).toEqual(['LICENCE.txt', 'shown.png'])
  const text = files.get('LICENCE.txt')!.toString()
  for (const id of [pending.id, rejected.id, gone.id, 4_000_000_000])
    expect(text).toContain(`Image ${id} is no longer in the library.`)
  expect(text).not.toMatch(/Secret|Refused|Removed/)
  expect(text).toContain('The file of “Vanished” could not be found.')
  const cards = await app.inject(`/api/v1/images/approved/cards/?ids=${ids}`)
  expect(cards.json().images.map(({ title }: Image) => title)).toEqual(['Shown'])
  const other = await publish('First')
  const inOrder = await app.inject(`/api/v1/images/approved/cards/?ids=${idsOf([other, shown, other])}`)
  expect(inOrder.json().images.map(({ id }: Image) => id)).toEqual([other.id, shown.id])
  const none = await getZip(idsOf([pending]))
  expect([none.statusCode, none.json().code]).toEqual([404, 'no_images_left'])
})

test.each([
  ['', 'Name the ids of images'],
  ['abc', 'Ids are whole numbers, separated by commas'],
  ['1,,2', 'Ids are whole numbers, separated by commas'],
  [Array.from({ length: 201 }, (_, i) => i + 1).join(), 'A tray has at most 200 images'],
  [`1${',4000000000'.repeat(300)}`, 'A tray has at most 200 images'],
])('the ids %.20s are refused in words', async (ids, message) => {
  for (const path of [zipPath(ids), `/api/v1/images/approved/cards/?ids=${ids}`]) {
    const { statusCode, json } = await app.inject(path)
    expect([statusCode, json().message]).toEqual([400, message])
  }
})

test('more than 2 GB are refused before a byte is sent', async () => {
  const images = [await publish('Huge'), await publish('Large')]
  const huge = db.updateTable('file').set({ byte_size: limits.zipBytes - 10 })
  const ofImage = db.selectFrom('images').select('sha256').where('id', '=', images[0]!.id)
  await huge.where('sha256', '=', ofImage).execute()
  const { statusCode, json } = await getZip(idsOf(images))
  expect([statusCode, json().code]).toEqual([413, 'zip_too_large'])
})

test('a network downloads one zip at a time; one that it gives up is no download, and its file is closed', async () => {
  const image = await publish('Alone')
  await enlarge(image)
  const [ids, file] = [idsOf([image]), await fileOf(image)]
  const socket = await open(ids, '203.0.113.7')
  await once(socket, 'data')
  if (isLinux) expect(await openFiles()).toContain(file)
  const refused = await getZip(ids, '203.0.113.7', 'HEAD')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
  expect((await getZip(ids, '203.0.113.8', 'HEAD')).statusCode).toBe(200)
  socket.destroy()
  await expect.poll(async () => (await getZip(ids, '203.0.113.7', 'HEAD')).statusCode).toBe(200)
  if (isLinux) await expect.poll(openFiles).not.toContain(file)
  await getZip(ids, '203.0.113.31')
  await expect.poll(() => downloadsOf(image)).toBe(1)
})

test('a file that fails midway breaks the connection, and nothing is counted', async () => {
  const [whole, cut, after] = [await publish('Whole'), await publish('Cut'), await publish('After')]
  await enlarge(whole)
  await enlarge(cut)
  const socket = await open(idsOf([whole, cut, after]), '203.0.113.9')
  await once(socket, 'data')
  socket.pause()
  await truncate(await fileOf(cut), 1000)
  let [received, tail] = [0, '']
  socket.on('data', (chunk) => {
    received += chunk.length
    tail = (tail + chunk.toString('latin1')).slice(-1000)
  })
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeGreaterThan(16 * 2 ** 20)
  expect(tail).not.toContain('PK\x05\x06')
  expect(await downloadsOf(whole)).toBe(0)
})

test('each picture of a zip counts as one download of its network and day', async () => {
  const images = [await publish('Counted'), await publish('Also counted')]
  for (const address of ['203.0.113.20', '203.0.113.20', '203.0.113.21']) await getZip(idsOf(images), address)
  await getZip(idsOf(images), '203.0.113.22', 'HEAD')
  for (const image of images) await expect.poll(() => downloadsOf(image)).toBe(2)
})

const isLinux = process.platform === 'linux'
/** The files that this process has open, which Linux alone lists. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return Promise.all(links)
}
