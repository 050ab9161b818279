import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { openStore } from '#features/images/files/open-store'
import { derivativesFolder, sharedKeys } from '#features/images/storage-keys'
import { takeDown } from '#features/moderation/take-downs/take-down'
import { nextDrawing } from '#test/drawings'
import { startS3 } from '#test/s3-server'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, hashOf, openAppWithPeople, withoutJobs } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)

const fileHeaders = ['etag', 'accept-ranges', 'content-range', 'content-disposition']

describe.each([
  ['on disk', {}],
  ['in a bucket', s3.settings],
])('a file %s that leaves while it is requested', async (_, settings) => {
  const store = await openStore(readConfig({ ...settings, DATA_DIR: await temporaryFolder() }))
  let afterSize = async () => {}
  const size = async (key: string) => {
    const bytes = await store.size(key)
    await afterSize()
    return bytes
  }
  let beforePut = async () => {}
  const put = async (file: string, key: string) => {
    await beforePut()
    await store.put(file, key)
  }
  const people = await openAppWithPeople({}, { ...withoutJobs, store: { ...store, size, put } })
  const { testApp, app, db, ada, admin } = people

  const publish = async () => createImage(testApp, ada, { png: await nextDrawing(300), title: 'Red kite' }, admin)
  type Image = Awaited<ReturnType<typeof publish>>
  const derivativeOf = ({ cloudflare_id: id }: Image) => `/api/v1/images/download/${id}/?size=256&format=webp`

  async function removeFiles({ id, cloudflare_id }: Image) {
    const keys = sharedKeys(await hashOf(testApp, { id }))
    for (const key of [derivativesFolder(cloudflare_id), ...keys]) await store.remove(key)
  }

  async function takeDownNow(image: Image) {
    await db.transaction().execute((transaction) => takeDown(transaction, image.id, { reason: 'other', by: admin.id }))
    await removeFiles(image)
  }

  /** Does it once, before the process reads the file whose size it knows. */
  function meanwhile(work: () => Promise<unknown>) {
    afterSize = async () => {
      afterSize = async () => {}
      await work()
    }
  }

  test.each([
    ['a preview', (id: string) => `/media/${id}/320-v2.webp`],
    ['an original', (id: string) => `/media/${id}/original.png`],
    ['a download', (id: string) => `/api/v1/images/download/${id}/`],
    ['a derivative', (id: string) => `/api/v1/images/download/${id}/?size=256&format=webp`],
  ])('by a take-down is answered with 410, as %s', async (_, addressOf) => {
    const image = await publish()
    meanwhile(() => takeDownNow(image))
    const url = addressOf(image.cloudflare_id)
    const { statusCode, headers, body } = await app.inject({ url, headers: { range: 'bytes=10-19' } })
    expect([statusCode, JSON.parse(body).code]).toEqual([410, 'taken_down'])
    expect(headers['cache-control']).toBe('no-store')
    expect(fileHeaders.filter((name) => name in headers)).toEqual([])
  })

  test('by a take-down takes a derivative with it that was about to be stored', async () => {
    const image = await publish()
    beforePut = () => takeDownNow(image)
    const { statusCode } = await app.inject(derivativeOf(image))
    beforePut = async () => {}
    const left = await Array.fromAsync(store.list(derivativesFolder(image.cloudflare_id)))
    expect([statusCode, left]).toEqual([410, []])
  })

  test('because its contributor’s name changes is made again, with the new one', async () => {
    const image = await publish()
    beforePut = async () => {
      beforePut = async () => {}
      await db.updateTable('users').set({ first_name: 'Newly', last_name: 'Named' }).where('id', '=', ada.id).execute()
    }
    const { statusCode, rawPayload } = await app.inject(derivativeOf(image))
    expect([statusCode, rawPayload.includes('Newly Named')]).toEqual([200, true])
  })

  test.each([1, 2])('after request %i for its size, as a derivative, is made again', async (request) => {
    // Too large to be sent from memory.
    const noise = sharp(randomBytes(300 * 300 * 4), { raw: { width: 300, height: 300, channels: 4 } })
    const png = await noise.png().toBuffer()
    const { cloudflare_id } = await createImage(testApp, ada, { png, title: 'Contested' }, admin)
    const url = `/api/v1/images/download/${cloudflare_id}/?size=256`
    const { rawPayload } = await app.inject(url)
    let requests = 0
    afterSize = async () => {
      if (++requests === request) await store.remove(`copies/${cloudflare_id}/v3-256.png`)
    }
    const answer = await app.inject(url)
    afterSize = async () => {}
    expect([answer.statusCode, answer.rawPayload.equals(rawPayload)]).toEqual([200, true])
    expect(requests).toBeGreaterThan(request)
  })

  test('without a reason is an error, which is never a download; of a deleted image it is a 404', async () => {
    const [image, deleted] = [await publish(), await publish()]
    meanwhile(async () => {
      await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${deleted.id}/`, headers: ada.headers })
      await removeFiles(deleted)
    })
    expect((await app.inject(`/media/${deleted.cloudflare_id}/original.png`)).statusCode).toBe(404)
    meanwhile(() => removeFiles(image))
    const { statusCode, headers } = await app.inject(`/api/v1/images/download/${image.cloudflare_id}/`)
    expect(statusCode).toBe(500)
    expect(fileHeaders.filter((name) => name in headers)).toEqual([])
  })
})
