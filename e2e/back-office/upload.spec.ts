import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aPng, chunk, ihdr, png } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  createSession,
  openOwnPage,
  registerUser,
  replaceSession,
  withExpiredToken,
  withForgedToken,
} from '../support/new-user.ts'
import { chooseFiles, file, openUploadPage, ownImages, row, smallFiles, uploadUrl } from '../support/upload-page.ts'

const seed = Math.floor(Math.random() * 1e9)
const isUpload = (url: string) => url.endsWith('/images/upload/')

test('a contributor chooses, describes and uploads images; nothing is sent before', async ({ page }) => {
  const { dashboardPath, session } = await openOwnPage(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page).toHaveURL(`${dashboardPath}upload-images/`)
  const sent: string[] = []
  page.on('request', (request) => isUpload(request.url()) && sent.push(request.method()))

  await chooseFiles(page, [
    file('tomato.png', aPng({ seed: seed + 1, text: { Title: 'Ripe & red', Description: 'A tomato' }, width: 600 })),
    file('paper_boat-1.png', aPng({ seed: seed + 2, width: 600 })),
    file('sly.png', Buffer.from('GIF89a and so on'.repeat(9))),
  ])
  await expect(row(page, 'Ripe & red')).toContainText('no keywords')
  await expect(row(page, 'sly.png')).toContainText('This is not a PNG file.')

  await page.getByRole('button', { name: 'Edit Ripe & red' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('A tomato')
  await page.keyboard.type('Tomato of mine')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue('Paper boat 1')
  await page.keyboard.type('Paper boat')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Edit Paper boat' })).toBeFocused()

  await page.getByRole('button', { name: 'Describe all 2' }).click()
  const all = page.getByRole('dialog')
  await all.getByLabel('Keywords').fill('red, Tomato')
  await all.getByLabel('Category').selectOption('Graphic Resources')
  await all.getByRole('button', { name: 'Apply to all 2' }).click()
  await expect(row(page, 'Tomato of mine')).toContainText('2 keywords · Graphic Resources')
  await expect(row(page, 'paper_boat-1.png ·')).toContainText('2 keywords · Graphic Resources')
  expect(sent).toEqual([])

  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(page.getByText('2 images were uploaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: '2 uploaded' })).toBeVisible()
  await page.getByRole('button', { name: '1 failed' }).click()
  await expect(row(page, 'paper_boat-1.png ·')).toBeHidden()
  await page.getByRole('button', { name: '3 in all' }).click()
  const thumbnail = row(page, 'paper_boat-1.png ·').getByRole('presentation').first()
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)

  const { images } = await ownImages(page, session)
  for (const title of ['Tomato of mine', 'Paper boat']) {
    const { keywords } = images.find((one) => one.title === title)!
    expect(keywords.map(({ name }) => name.toLowerCase())).toEqual(['red', 'tomato'])
  }
  expect(images[0]).toMatchObject({ category: 'graphic_resources' })
})

test('each file is checked before upload, and its problems are shown', async ({ page }) => {
  await openUploadPage(page)
  const fox = aPng({ seed: 1, width: 600 })
  await chooseFiles(page, [
    file('fox.png', fox),
    file('the same fox.png', fox),
    file('opaque.png', aPng({ seed: 2, width: 600, alpha: 'opaque' })),
    file('tiny.png', aPng({ seed: 3 })),
    file('long.png', png(ihdr({ width: 13_000, height: 10 }), chunk('IDAT', 'x'), chunk('IEND'))),
    file('broken.png', png(ihdr({ width: 600, height: 10 }), chunk('IDAT', 'x'), chunk('IEND'))),
  ])
  await expect(page.getByRole('button', { name: 'Upload 4 images' })).toBeVisible()
  await expect(row(page, 'the same fox.png')).toContainText('The same file as fox.png. It is not sent.')
  await expect(row(page, 'opaque.png')).toContainText('Nothing in it is transparent.')
  await expect(row(page, 'tiny.png')).toContainText('Its longer side has fewer than 512 pixels.')
  await expect(row(page, 'long.png')).toContainText('no side may be longer than 12,000')
  await expect(row(page, 'broken.png')).toContainText('This browser cannot open it.')
  await page.getByRole('button', { name: 'Edit Opaque' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByText('Opaque', { exact: true }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Remove Opaque from the list' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Remove Fox from the list' }).click()
  await expect(row(page, 'the same fox.png ·')).not.toContainText('It is not sent.')
  await expect(page.getByRole('button', { name: 'Remove The same fox from the list' })).toBeFocused()
})

test('of a folder that is dropped or chosen all PNG files are taken', async ({ page }, info) => {
  await openUploadPage(page)
  const folder = info.outputPath('drop')
  await mkdir(join(folder, 'deeper'), { recursive: true })
  for (const { name, buffer } of smallFiles(3)) await writeFile(join(folder, name), buffer)
  await writeFile(join(folder, 'deeper', 'nested.png'), aPng({ seed: 9 }))
  await writeFile(join(folder, 'notes.txt'), 'words')

  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await expect(page.getByRole('button', { name: 'Upload 4 images' })).toBeVisible()
  await expect(row(page, 'nested.png')).toBeVisible()
  await expect(page.getByText('1 file was left out')).toBeVisible()

  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await chosen).setFiles(folder)
  await expect(page.getByText('4 images were on the list already.')).toBeVisible()
})

test('files arrive despite lost answers and a minute offline', { tag: '@slow' }, async ({ page, context, expects }) => {
  expects.errors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    let [requests, inFlight] = [0, 0]
    let sendFirst: () => void
    Object.assign(window, { mostInFlight: 0 })
    XMLHttpRequest.prototype.send = function (body) {
      const counter = window as unknown as { mostInFlight: number }
      counter.mostInFlight = Math.max(counter.mostInFlight, ++inFlight)
      for (const end of ['load', 'error', 'abort']) this.addEventListener(end, () => inFlight--)
      // The server has stored the images, but the response is lost.
      const isLost = [2, 3].includes(++requests)
      this.addEventListener('readystatechange', () => isLost && this.readyState === 2 && this.abort())
      // The first waits for the second, which on a slow machine would come after its answer.
      if (requests === 1) sendFirst = () => send.call(this, body)
      else send.call(this, body)
      if (requests === 2) sendFirst()
    }
  })
  const { session } = await openUploadPage(page)
  await chooseFiles(page, smallFiles(20))
  await page.clock.install()
  await page.getByRole('button', { name: 'Upload 20 images' }).click()
  await expect(page.getByText('Uploading 10 of your photos, please wait...')).toBeVisible()
  await context.setOffline(true)
  const noConnection = page.getByText(/No connection\. Trying again in \d+ s\./)
  await expect(noConnection).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(noConnection).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('20 images were uploaded.')).toBeVisible()
  expect((await ownImages(page, session)).count).toBe(20)
  expect(await page.evaluate('mostInFlight')).toBe(2)
})

test('an upload goes on beside other pages, stops, is retried, and stays its person’s', async ({ page, expects }) => {
  expects.errors.push(/413|401/)
  const { session } = await openUploadPage(page)
  const otherSession = await createSession(page, await registerUser(page))
  await page.route(uploadUrl, () => {}) // never answered
  await chooseFiles(page, smallFiles(3))
  await page.getByRole('button', { name: 'Upload 3 images' }).click()
  await expect(page.getByText('Uploading 3 of your photos, please wait...')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
  const dialogOpened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const warning = await dialogOpened
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'Stop' }).click()

  await page.unroute(uploadUrl)
  await page.route(uploadUrl, (route) => route.fulfill({ status: 413, body: '' }))
  await page.getByRole('button', { name: 'Upload 3 images' }).click()
  await expect(row(page, 'Small 0')).toContainText('were not taken (413)')
  await expect(page.getByRole('button', { name: '3 failed' })).toBeVisible()
  await page.unroute(uploadUrl)
  await replaceSession(page, withExpiredToken(session))
  await page.getByRole('button', { name: 'Retry Small 0' }).click()
  await expect(row(page, 'Small 0')).toContainText('Uploaded')
  await replaceSession(page, withForgedToken(session))
  await page.getByRole('button', { name: 'Retry 2', exact: true }).click()
  await expect(page.getByText('3 images were uploaded.')).toBeVisible()

  await chooseFiles(page, smallFiles(1, 3))
  await replaceSession(page, otherSession)
  await page.getByRole('button', { name: 'Upload 1 image' }).click()
  await expect(page.getByRole('button', { name: 'Upload 1 image' })).toBeVisible()
  expect((await ownImages(page, otherSession)).count).toBe(0)
})
