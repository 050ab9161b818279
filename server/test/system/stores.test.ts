import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { trashJobs } from '#features/back-office/trash/trash-jobs'
import { openStore } from '#features/images/files/open-store'
import { openCdnTestApp } from '#test/cdn-test-app'
import { removeFiles } from '#test/file-removal'
import { aPng, sha256Of } from '#test/png'
import { startS3 } from '#test/s3-server'
import { createImage, setStatus, temporaryFiles } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)

// The life of an image in a bucket, with and without a CDN; tests of the features have a store on disk.
describe.each(['us', 'Cloudflare'])('images stored in a bucket and delivered by %s', (deliverer) => {
  describe('one after the other', { shuffle: false }, () => life(deliverer))
})

async function life(deliverer: string) {
  const { testApp, app, db, store, ada, admin, service, work, save } = await openCdnTestApp(s3.settings)
  if (deliverer === 'Cloudflare') await save()
  const png = aPng({ seed: deliverer.length, width: 900, height: 700 })
  const hash = sha256Of(png)
  const image = await createImage(testApp, ada, { png, title: 'Red kite' })
  const keys = async () => {
    const stored = await Array.fromAsync(store.list(''))
    const named = stored.map((key) => key.replace(hash, 'HASH').replace(image.cloudflare_id, 'ID'))
    return named.filter((key) => /HASH|ID/.test(key)).sort()
  }
  const download = `/api/v1/images/download/${image.cloudflare_id}/`

  test('are stored with their variants, and leave no unfinished files', async () => {
    expect(await keys()).toEqual([
      `originals/${hash.slice(0, 2)}/HASH.png`,
      ...[1280, 320, 640].map((side) => `previews/${hash.slice(0, 2)}/HASH-${side}-v2.webp`),
    ])
    expect(await temporaryFiles(testApp)).toEqual([])
    expect(await readdir(join(testApp.folder, 'files'))).toEqual(['tmp'])
  })

  test('are shown and downloaded once they are approved, byte for byte, also by range requests', async () => {
    expect((await app.inject(download)).statusCode).toBe(404)
    await setStatus(testApp, admin, [image.id], 'approved')
    await work()
    const [card] = (await app.inject('/api/v1/images/approved/')).json().images
    if (deliverer === 'Cloudflare') expect(service.shows(card.cloudflare_url)).toBe(true)
    else {
      const shown = await app.inject(card.cloudflare_url)
      expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
    }
    expect((await app.inject(`/image/${card.slug}/`)).body).toContain(card.cloudflare_url)
    const whole = await app.inject(download)
    expect(whole.rawPayload.equals(png)).toBe(true)
    const part = await app.inject({ url: download, headers: { range: 'bytes=10-99' } })
    expect([part.statusCode, part.rawPayload.equals(png.subarray(10, 100))]).toEqual([206, true])
    const head = await app.inject({ method: 'HEAD', url: download })
    expect(head.headers['content-length']).toBe(String(png.length))
  })

  test('are resized on demand, and the derivative is stored', async () => {
    const derivative = await app.inject(`${download}?size=512&format=webp`)
    expect((await sharp(derivative.rawPayload).metadata()).width).toBe(512)
    expect(await keys()).toContain('copies/ID/v3-512.webp')
  })

  test('are removed with the trash', async () => {
    await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${image.id}/`, headers: admin.headers })
    const { handlers } = trashJobs(testApp) as Record<string, Record<string, (payload?: object) => Promise<void>>>
    await handlers!.empty_trash!({ owner: null, before: 'now' })
    await db
      .updateTable('unowned_file')
      .set({ at: new Date(Date.now() - 7_200_000) })
      .execute()
    await removeFiles(testApp)
    expect(await keys()).toEqual([])
    await work()
    expect(service.held.size).toBe(0)
  })
}

test.each([
  [{ S3_BUCKET: '' }, 'With STORE=s3 the setting S3_BUCKET is required.'],
  [{ S3_BUCKET: 'nowhere' }, 'S3_ENDPOINT has no bucket "nowhere". Create it or change S3_BUCKET.'],
  [{ S3_SECRET_KEY: 'wrong' }, /^S3_ENDPOINT does not accept S3_ACCESS_KEY with S3_SECRET_KEY/],
  // A port that the system gives to no program by itself, and that `fetch` does not refuse.
  [{ S3_ENDPOINT: 'http://127.0.0.1:2' }, /^S3_ENDPOINT does not answer \(.*ECONNREFUSED.*\)\.$/],
])('unusable S3 settings stop the start with a sentence: %j', async (wrong, sentence) => {
  const config = readConfig({ ...s3.settings, DATA_DIR: '/nowhere', ...wrong })
  const message = await openStore(config).catch((error: Error) => error.message)
  expect(message).toMatch(sentence)
})
