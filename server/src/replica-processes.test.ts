import type { Card } from '@vitrine/contract/schemas/image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { aPng } from '#test/png'
import { startReplicatedPostgres } from '#test/replicated-postgres'
import { createImage, createUser, openTestApp } from '#test/test-app'

const pair = await startReplicatedPostgres()
afterAll(pair.stop)
const testApp = await openTestApp(pair.settings)
afterAll(stopMainProcesses) // afterAll hooks run in reverse order
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
const settings = { ...pair.settings, DATA_DIR: testApp.folder, LOG_LEVEL: 'silent', IMAGE_WORKERS: '1' }
const sites = await Promise.all([startMain(settings), startMain(settings)].map(waitForAddress))

const ids: number[] = []
beforeAll(async () => {
  for (let seed = 1; seed <= 12; seed++)
    ids.push((await createImage(testApp, ada, { png: aPng({ seed }), title: `Lamp ${seed}` })).id)
})

const approve = (site: string, id: number) =>
  fetch(`${site}/api/v1/images/bulk-update/`, {
    method: 'PUT',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image_ids: [id], status: 'approved' }),
  })

test('with two processes, a primary and a standby, an image listed by one is found in the other', async () => {
  let shown = 0
  for (const [round, id] of ids.entries()) {
    if (round % 3 === 1) await pair.pause()
    const [near, far] = round % 2 ? sites : sites.toReversed()
    expect((await approve(near!, id)).status).toBe(200)
    const { images } = (await (await fetch(`${near}/api/v1/images/approved/`)).json()) as { images: Card[] }
    expect(images.map((image) => image.id)).toContain(id)
    for (const { slug, cloudflare_id, cloudflare_url } of images) {
      const paths = [`/image/${slug}/`, `/api/v1/images/${slug}/`, `/api/v1/images/download/${cloudflare_id}/`]
      const responses = await Promise.all([...paths, cloudflare_url].map((path) => fetch(new URL(path, far))))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await Promise.all(responses.map((response) => response.arrayBuffer()))
      shown++
    }
    if (round % 3 === 2) await pair.resume()
  }
  expect(shown).toBeGreaterThan(70)
  for (const site of sites) {
    const before = pair.statements().length
    const readsStandby = async () => {
      await fetch(`${site}/api/v1/images/suggestions/?title=lamp+${Math.random()}`)
      return pair.statements().length > before
    }
    await expect.poll(readsStandby, { timeout: 6_000 }).toBe(true)
  }
}, 60_000)
