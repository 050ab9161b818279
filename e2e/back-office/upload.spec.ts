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

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Category="Food">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ripe &amp; red</rdf:li></rdf:Alt></dc:title>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A tomato</rdf:li></rdf:Alt></dc:description>
  <dc:subject><rdf:Bag><rdf:li>tomato</rdf:li><rdf:li>salad</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description></rdf:RDF></x:xmpmeta>`

test('a contributor chooses, describes and uploads images; nothing is sent before', async ({ page }) => {
  const { dashboardPath, session } = await openOwnPage(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page).toHaveURL(`${dashboardPath}upload-images/`)
  const sent: string[] = []
  page.on('request', (request) => isUpload(request.url()) && sent.push(request.method()))

  await chooseFiles(page, [
    file('tomato.png', aPng({ seed: seed + 1, xmp, width: 600 })),
    file('paper_boat-1.png', aPng({ seed: seed + 2, width: 600 })),
    file('sly.png', Buffer.from('GIF89a and so on'.repeat(9))),
  ])
  await expect(row(page, 'Ripe & red')).toContainText('2 keywords · Food')
  await expect(row(page, 'sly.png')).toContainText('This is not a PNG file.')

  await page.getByRole('button', { name: 'Edit Ripe & red' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('A tomato')
  await page.keyboard.type('Tomato of mine')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue('Paper boat')
  await page.keyboard.type('Paper boat')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Edit Paper boat' })).toBeFocused()

  await page.getByRole('button', { name: 'Describe all 2' }).click()
  const all = page.getByRole('dialog')
  await all.getByLabel('Keywords').fill('red, Tomato')
  await all.getByLabel('Category').selectOption('Graphic Resources')
  await all.getByRole('button', { name: 'Apply to all 2' }).click()
  await expect(row(page, 'Tomato of mine')).toContainText('3 keywords · Graphic Resources')
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

  // Keywords are not pasted onto an image that was uploaded, and nothing is said of it.
  await row(page, 'paper_boat-1.png ·').focus()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('2 keywords copied.')).toBeVisible()
  await row(page, 'tomato.png ·').focus()
  await page.keyboard.press('Control+v')
  await chooseFiles(page, smallFiles(1))
  await expect(page.getByRole('button', { name: 'Upload 1 image' })).toBeVisible()
  await expect(page.getByText(/^Keywords added/)).toHaveCount(0)

  const { images } = await ownImages(page, session)
  const names = (title: string) =>
    images.find((one) => one.title === title)!.keywords.map(({ name }) => name.toLowerCase())
  expect(names('Tomato of mine')).toEqual(['tomato', 'salad', 'red'])
  expect(names('Paper boat')).toEqual(['red', 'tomato'])
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
  await chooseFiles(
    page,
    [file('notes.txt', Buffer.from('words'))].map((one) => ({ ...one, mimeType: 'text/plain' })),
  )
  await expect(page.getByText('1 file was left out: only PNG images are taken.')).toBeVisible()
})

test('a folder is read recursively, dropped or chosen, and other files than PNG are left out', async ({
  page,
}, info) => {
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

test('twenty files become twenty images despite lost responses and a minute without a connection', {
  tag: '@slow',
}, async ({ page, context, expects }) => {
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

test('a failed upload shows why and is retried, one or all, and renews its session', async ({ page, expects }) => {
  expects.errors.push(/413|401/)
  const { session } = await openUploadPage(page)
  await page.route(uploadUrl, (route) => route.fulfill({ status: 413, body: '' }))
  await chooseFiles(page, smallFiles(3))
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
})

test('other pages can be opened during an upload, leaving the site warns, Stop keeps the rest', async ({ page }) => {
  await openUploadPage(page)
  await page.route(uploadUrl, () => {}) // never answered
  await chooseFiles(page, smallFiles(2))
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(page.getByText('Uploading 2 of your photos, please wait...')).toBeVisible()
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
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(page.getByText('2 images were uploaded.')).toBeVisible()
})

test('files chosen by one person are never sent in another person’s session', async ({ page }) => {
  await openUploadPage(page)
  const other = await registerUser(page)
  const session = await createSession(page, other)
  await chooseFiles(page, smallFiles(1))
  await replaceSession(page, session)
  await page.getByRole('button', { name: 'Upload 1 image' }).click()
  await expect(page.getByRole('button', { name: 'Upload 1 image' })).toBeVisible()
  expect((await ownImages(page, session)).count).toBe(0)
})
