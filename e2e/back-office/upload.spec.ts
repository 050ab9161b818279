import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aPng } from '../../server/test/png.ts'
import { button, expect, expectAccessible, expectQuestionBeforeClosing, test } from '../support/fixtures.ts'
import { sidePanel, tileOf, tiles } from '../support/managed-images.ts'
import {
  createSession,
  openOwnPage,
  registerUser,
  replaceSession,
  storeSession,
  withExpiredToken,
  withForgedToken,
} from '../support/new-user.ts'
import {
  chooseFiles,
  distinctColour,
  expectDrafts,
  file,
  openOutcomes,
  openUploadPage,
  outcomeOf,
  ownImages,
  smallFiles,
  uploadUrl,
} from '../support/upload-page.ts'

const seed = Math.floor(Math.random() * 1e9)

test('chosen files are drafts at once, are described in few steps, and submitted', async ({ page, expects }) => {
  expects.errors.push(/400/)
  const { dashboardPath, session } = await openOwnPage(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page).toHaveURL(`${dashboardPath}upload-images/`)
  await expect(page.getByText('Drop PNG files or folders here')).toBeVisible()
  await expectAccessible(page)
  await chooseFiles(page, [
    file('tomato.png', aPng({ seed: seed + 1, text: { Title: 'Ripe & red', Description: 'A tomato' }, width: 600 })),
    file('paper_boat-1.png', aPng({ seed: seed + 2, width: 600 })),
    file('sly.png', Buffer.from('GIF89a and so on'.repeat(9))),
  ])
  await expectDrafts(page, 2)
  await expect(tileOf(page, 'Ripe & red')).toContainText('Draft')
  await openOutcomes(page)
  await expect(outcomeOf(page, 'sly.png')).toContainText('This is a GIF picture, whatever its name says.')
  const thumbnail = tileOf(page, 'Paper boat 1').getByRole('presentation').first()
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
  expect((await ownImages(page, session)).count).toBe(0)
  await button(page, 'Dismiss these').click()

  await tileOf(page, 'Ripe & red').getByRole('link').click()
  await expect(sidePanel(page).getByLabel('Description')).toHaveValue('A tomato')
  await expectAccessible(page)
  await sidePanel(page).getByLabel('Title').fill('Tomato of mine')
  await page.keyboard.press('Control+Enter')
  await button(page, 'Describe all').click()
  await sidePanel(page).getByLabel('New keyword').fill('red, Tomato')
  await sidePanel(page).getByLabel('Category').selectOption('Graphic Resources')
  await button(page, /^All Save/).click()
  // What waits to be undone is stored before it is submitted.
  await button(page, 'Submit 2').click()
  await expect(page.getByText('2 images submitted.')).toBeVisible()
  await expect(page.getByText('Drop PNG files or folders here')).toBeVisible()

  const { images } = await ownImages(page, session)
  expect(images.map(({ title }) => title).sort()).toEqual(['Paper boat 1', 'Tomato of mine'])
  for (const { keywords, category } of images) {
    expect(keywords.map(({ name }) => name.toLowerCase())).toEqual(['red', 'tomato'])
    expect(category).toBe('graphic_resources')
  }
  await page.getByRole('link', { name: 'See what waits for review' }).click()
  await expect(page.getByRole('heading', { name: 'Pending images: 2' })).toBeVisible()
})

test('drafts are there in another tab, for their contributor alone; some are deleted or submitted by keys', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { session, dashboardPath } = await openUploadPage(page)
  const other = await registerUser(page)
  await chooseFiles(page, smallFiles(4))
  await expectDrafts(page, 4)
  await page.close()

  const next = await context.newPage()
  await next.goto(`${dashboardPath}upload-images/`)
  await expect(tiles(next)).toHaveCount(4)
  await tileOf(next, 'Small 1').getByRole('link').focus()
  for (const key of ['x', 'Delete']) await next.keyboard.press(key)
  await next.getByRole('dialog').getByRole('button', { name: 'All Delete' }).click()
  await expectDrafts(next, 3)
  await tileOf(next, 'Small 2').getByRole('link').focus()
  await next.keyboard.press('s')
  await expect(next.getByText('1 image submitted.')).toBeVisible()
  await expectDrafts(next, 2)
  expect((await ownImages(next, session)).images.map(({ title }) => title)).toEqual(['Small 2'])

  await storeSession(next, await createSession(next, other))
  await next.goto(`${other.dashboardPath}upload-images/`)
  await expect(next.getByText('Drop PNG files or folders here')).toBeVisible()
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
  await expectDrafts(page, 4)
  await expect(tileOf(page, 'Nested')).toBeVisible()
  await openOutcomes(page)
  await expect(page.getByText('1 file was left out')).toBeVisible()

  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Choose a folder').click()
  await (await chosen).setFiles(folder)
  await expect(page.getByText('4 of 4 uploaded')).toBeVisible()
  await expectDrafts(page, 4)
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await tileOf(page, 'Nested').boundingBox())!.y).toBeLessThanOrEqual(300)
})

test('files that are dropped on another page are led to the upload page', async ({ page }) => {
  const { dashboardPath } = await openUploadPage(page)
  await page.getByRole('link', { name: /^Pending images/ }).click()
  await expect(page.getByRole('heading', { name: 'Pending images: 0' })).toBeVisible()
  const isTaken = await page.getByRole('main').evaluate(
    (main, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }))
      const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      return !main.dispatchEvent(event('dragover')) && !main.dispatchEvent(event('drop'))
    },
    [...smallFiles(1)[0]!.buffer],
  )
  expect(isTaken).toBe(true)
  await expect(page).toHaveURL(`${dashboardPath}upload-images/`)
  await expectDrafts(page, 1)
  await openOutcomes(page)
  await expect(page.getByText('1 file was left out: only PNG images are taken.')).toBeVisible()
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
  await page.clock.install()
  await chooseFiles(page, smallFiles(20))
  await expect(page.getByText(/^Uploading \d+ of your photos, please wait\.\.\./)).toBeVisible()
  await context.setOffline(true)
  const noConnection = page.getByText(/No connection\. Trying again in \d+ s\./)
  await expect(noConnection).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(noConnection).toBeVisible()
  await context.setOffline(false)
  await expectDrafts(page, 20)
  expect((await ownImages(page, session, 'draft')).count).toBe(20)
  expect(await page.evaluate('mostInFlight')).toBe(2)
})

test('an upload goes on beside other pages, stops, is retried, and stays its person’s', async ({ page, expects }) => {
  expects.errors.push(/413|401/)
  const { session } = await openUploadPage(page)
  const otherSession = await createSession(page, await registerUser(page))
  await page.route(uploadUrl, () => {}) // never answered
  await chooseFiles(page, smallFiles(3))
  await expect(page.getByText('Uploading 3 of your photos, please wait...')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await expectQuestionBeforeClosing(page)
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await button(page, 'Stop').click()
  await expectQuestionBeforeClosing(page)

  await page.unroute(uploadUrl)
  await page.route(uploadUrl, (route) => route.fulfill({ status: 413, body: '' }))
  await button(page, 'Upload the other 3').click()
  await openOutcomes(page)
  await expect(outcomeOf(page, 'small 0.png')).toContainText('were not taken (413)')
  await expect(page.getByText('3 refused')).toBeVisible()
  await page.unroute(uploadUrl)
  await replaceSession(page, withExpiredToken(session))
  await button(page, 'Retry small 0.png').click()
  await expect(tileOf(page, 'Small 0')).toBeVisible()
  await replaceSession(page, withForgedToken(session))
  await button(page, 'Upload the other 2').click()
  await expectDrafts(page, 3)

  await replaceSession(page, otherSession)
  await chooseFiles(page, smallFiles(1, 3))
  await expect(button(page, 'Upload the other 1')).toBeVisible()
  expect((await ownImages(page, otherSession, 'draft')).count).toBe(0)
})

test('a full storage stops the upload with one sentence, and Try again continues', async ({ page, expects }) => {
  expects.errors.push(/403/)
  const { call } = await openUploadPage(page)
  const quotas = page.getByRole('list', { name: 'Your quotas' })
  await expect(quotas).toContainText('0 of 500 images waiting for review')
  await expect(quotas).toContainText('0 of 6 MB')
  const large = (i: number) =>
    file(`large ${i}.png`, aPng({ colour: distinctColour(i), text: { Comment: `${i} ${'x'.repeat(900_000)}` } }))
  await chooseFiles(page, [0, 1, 2, 3, 4, 5, 6, 7].map(large))
  const sentence = page.getByRole('alert').filter({ hasText: /^Your images take 5\.\d+ of 6 MB, which leaves too/ })
  await expect(sentence).toBeVisible() // six pictures are measured before
  await expect(page.getByText('6 of 8 uploaded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Submit' })).toContainText(/5\.\d+ of 6 MB/)
  await expectAccessible(page)

  const [image] = (await call('GET', '/images/user/draft/')).images
  await call('DELETE', `/images/delete/${image.id}/`)
  await call('DELETE', '/images/deleted-all/')
  await expect.poll(async () => (await call('GET', '/images/upload/quota/')).bytes.used).toBeLessThan(5_000_000)
  await button(page, 'Try again').click()
  await expect(page.getByText('7 of 8 uploaded')).toBeVisible()
  await expect(sentence).toBeVisible()
})

test('a licence that no draft was given is not said to be theirs', async ({ page, expects }) => {
  expects.errors.push(/ERR_FAILED/)
  await openUploadPage(page)
  await chooseFiles(page, smallFiles(2))
  await expect(button(page, 'Submit 2')).toBeVisible()
  const said = page.getByText(/ · by .*Change/)
  const before = await said.textContent()
  await page.route('**/images/selection/**', (route) => route.abort())
  await button(page, 'Change').click()
  const dialog = page.getByRole('dialog', { name: 'Licence and origin' })
  await dialog.getByLabel('Licence').selectOption('cc0')
  await button(page, 'Apply to 2').click()
  await expect(page.getByText('Bulk update failed.')).toBeVisible()
  await expect(said).toHaveText(before!)
  await button(page, 'Submit 2').click()
  await expect(page.getByText('The images could not be submitted.')).toBeVisible()
})

test('where fewer may wait than there are drafts, the button says how many it submits', async ({ page }) => {
  const { session } = await openUploadPage(page)
  await page.route('**/images/upload/quota/', async (route) => {
    const response = await route.fetch()
    const quota = await response.json()
    await route.fulfill({ response, json: { ...quota, pending: { used: 0, limit: 2 } } })
  })
  await chooseFiles(page, smallFiles(3))
  await expect(button(page, 'Submit 2 of 3')).toBeVisible()
  expect((await ownImages(page, session, 'draft')).count).toBe(3)
})
