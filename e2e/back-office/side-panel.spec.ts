import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import {
  adminApi,
  contributorWithImages,
  type Json,
  openAdminPage,
  sidePanel,
  tileOf,
  tiles,
} from '../support/managed-images.ts'
import { ownPicture } from '../support/pictures.ts'

test('the panel slides over the list without moving it, steps through images, and is a history entry', async ({
  page,
}) => {
  const { listPath, word, ids } = await contributorWithImages(page, 'one', 'two', 'three')
  await page.goto(listPath('total'))
  const boxesOf = () =>
    tiles(page).evaluateAll((all) => all.map((tile) => JSON.stringify(tile.getBoundingClientRect())))
  await expect(tiles(page)).toHaveCount(3)
  const before = await boxesOf()
  await tileOf(page, 'two').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Edit ${word} two` })).toBeVisible()
  expect(await boxesOf()).toEqual(before)
  expect(new URL(page.url()).searchParams.get('image')).toBe(String(ids[1]))
  await page.keyboard.press('ArrowRight')
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} one`)
  await sidePanel(page).getByRole('button', { name: 'Previous image' }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} three`)
  await sidePanel(page).getByLabel('Title').focus()
  await page.keyboard.press('ArrowRight')
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} three`)
  await page.keyboard.press('Escape')
  await expect(sidePanel(page)).toHaveCount(0)
  await expect(tileOf(page, 'three').getByRole('link')).toBeFocused()
  await expect(page).toHaveURL(listPath('total'))

  await page.keyboard.press('Enter')
  await expect(sidePanel(page)).toBeVisible()
  await page.reload()
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} three`)
  await page.goBack()
  await expect(sidePanel(page)).toHaveCount(0)
  await page.goto(`${listPath('total')}?image=999999`)
  await expect(page.getByText('This image is not on this page of the list any more.')).toBeVisible()
  await page.goto(`${listPath('total')}?image=${ids[1]}`)
  await expect(sidePanel(page)).toContainText(/E-mail/)
  await expectAccessible(page)
})

test('an edit is sent after a two-second countdown, which can be undone', async ({ page }) => {
  const { listPath, word, ids, call } = await contributorWithImages(page, 'one')
  await page.clock.install()
  await page.goto(listPath('pending'))
  await tileOf(page, 'one').getByRole('link').click()
  await expect(button(page, 'Save')).toBeDisabled()
  await sidePanel(page).getByLabel('Title').fill('')
  await button(page, 'Save').click()
  await expect(sidePanel(page).getByText('Title is required')).toBeVisible()
  await expect(sidePanel(page).getByLabel('Title')).toBeFocused()
  await sidePanel(page).getByLabel('Title').fill(`${word} other`)
  await sidePanel(page).getByLabel('Description').fill('A heron at rest.')
  await sidePanel(page).getByLabel('Category').selectOption('Sports')
  await button(page, '+ Add keyword').click()
  for (const typed of ['  ', 'HERON', 'wild']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(sidePanel(page).getByRole('listitem')).toHaveText(['heron', 'pond', 'wild', '+ Add keyword'])
  await button(page, 'Remove pond').click()

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData()!))
  await button(page, 'Save').click()
  await expect(sidePanel(page)).toHaveCount(0)
  await expect(page.getByText('Saving in 2 s')).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByText('Saving in 1 s')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} other`)
  await page.clock.runFor(3_000)
  expect(sent).toEqual([])
  await button(page, 'Save').click()
  await page.clock.runFor(2_000)
  await expect(page.getByText('Image update successfully!')).toBeVisible()
  await expect(tileOf(page, 'other')).toBeVisible()
  expect(sent).toHaveLength(1)
  const { images } = await call('GET', '/images/user/total/')
  expect(images).toMatchObject([
    { id: ids[0], title: `${word} other`, description: 'A heron at rest.', category: 'sports', status: 'pending' },
  ])
  expect(images[0].keywords.map(({ name }: { name: string }) => name)).toEqual(['heron', 'wild'])
})

test('leaving the page sends a pending edit at once, within the site and out of it', async ({ page }) => {
  const { listPath, word, call } = await contributorWithImages(page, 'one')
  const titles = async () => (await call('GET', '/images/user/total/')).images.map((one: Json) => one.title)
  const rename = async (title: string) => {
    await page.goto(listPath('pending'))
    await tiles(page).getByRole('link').click()
    await sidePanel(page).getByLabel('Title').fill(`${word} ${title}`)
    await button(page, 'Save').click()
    await expect(page.getByText('Saving in 2 s')).toBeVisible()
  }
  await rename('second')
  await page.getByRole('link', { name: /^Dashboard/ }).click()
  await expect(page.getByText('Image update successfully!')).toBeVisible()
  expect(await titles()).toEqual([`${word} second`])
  await rename('third')
  await page.goto('/about/')
  await expect.poll(titles).toEqual([`${word} third`])
})

test('a refused edit is kept as a draft, marked in the list, and sent only on request', async ({ page, expects }) => {
  expects.errors.push(/500|409/)
  const { listPath, word, ids } = await contributorWithImages(page, 'one', 'two')
  const admin = await adminApi(page)
  await page.goto(listPath('total'))
  await tileOf(page, 'one').getByRole('link').click()
  await sidePanel(page).getByLabel('Title').fill(`${word} mine`)
  await page.keyboard.press('Escape')
  await expect(tileOf(page, 'one')).toContainText('Unsaved changes')
  await page.getByRole('link', { name: /^Pending images/ }).click()
  await expect(tileOf(page, 'one')).toContainText('Unsaved changes')

  await page.route('**/images/update/*/', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await tileOf(page, 'one').getByRole('link').click()
  await button(page, 'Save').click()
  await expect(page.getByText('Failed to update image.')).toBeVisible()
  await expect(tileOf(page, 'one')).toContainText('Unsaved changes')

  // The page does not learn of it by itself.
  await page.route('**/images/revision/', (route) => route.fulfill({ json: { revision: '' } }))
  await admin.call('PUT', `/images/update/${ids[0]}/`, { title: `${word} theirs` })
  await tileOf(page, 'one').getByRole('link').click()
  await button(page, 'Save').click()
  await expect(page.getByText(/Someone else changed this meanwhile/)).toBeVisible()
  await tileOf(page, 'theirs').getByRole('link').click()
  await expect(sidePanel(page)).toContainText('Someone changed this image meanwhile.')
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} mine`)
  await button(page, 'Discard').click()
  await expect(sidePanel(page).getByLabel('Title')).toHaveValue(`${word} theirs`)
})

test('an admin decides in the panel, sees earlier decisions, and goes on to the next image', async ({
  page,
  browser,
  baseURL,
}) => {
  const { word, email, username } = await contributorWithImages(page, 'one', 'two')
  const admin = await openAdminPage(browser, baseURL)
  await admin.page.goto(admin.listPath('total', word))
  await tileOf(admin.page, 'two').getByRole('link').click()
  await expect(sidePanel(admin.page)).toContainText(username)
  await expect(sidePanel(admin.page).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  await sidePanel(admin.page).getByText('Rejected', { exact: true }).click()
  await button(admin.page, 'Save and next').click()
  await expect(sidePanel(admin.page).getByText('Choose the reason that the contributor reads.')).toBeVisible()
  await sidePanel(admin.page).getByLabel('Reason').selectOption('The picture is too small.')
  await sidePanel(admin.page).getByLabel('In your own words').fill('At least 500 pixels, please.')
  await expectAccessible(admin.page)
  await button(admin.page, 'Save and next').click()
  await expect(sidePanel(admin.page).getByLabel('Title')).toHaveValue(`${word} one`)
  await expect(sidePanel(admin.page).getByText(/^Saving in/)).toBeVisible()
  await expect(admin.page.getByText('Image update successfully!')).toBeVisible()
  await sidePanel(admin.page).getByRole('button', { name: 'Previous image' }).click()
  await sidePanel(admin.page).getByText('History').click()
  await expect(sidePanel(admin.page)).toContainText(`by ${people.admin.username}`)
  await expect(sidePanel(admin.page).getByText('At least 500 pixels, please.').last()).toBeVisible()
  await admin.close()
})

test('the file of a rejected image is replaced: it waits for review, and leaves the list of the rejected', async ({
  page,
  expects,
}) => {
  expects.errors.push(/400/)
  const { listPath, ids } = await contributorWithImages(page, 'one')
  const admin = await adminApi(page)
  await admin.reject(ids, 'too_small')
  await page.goto(listPath('total'))
  await tileOf(page, 'one').getByRole('link').click()
  const file = (buffer: Buffer) => ({ name: 'larger.png', mimeType: 'image/png', buffer })
  await sidePanel(page)
    .getByLabel('Replace file')
    .setInputFiles(file(Buffer.from('no picture')))
  await expect(page.getByRole('alert').filter({ hasText: 'PNG' })).toBeVisible()
  await expect(sidePanel(page)).toContainText('40 × 40')
  await sidePanel(page)
    .getByLabel('Replace file')
    .setInputFiles(file(await ownPicture(640, 480)))
  await expect(page.getByText('File replaced. It waits for review.')).toBeVisible()
  await expect(sidePanel(page)).toContainText('640 × 480')
  await expect(tileOf(page, 'one')).toContainText('Pending')
  await expectAccessible(page)

  await admin.reject(ids, 'too_small')
  await page.goto(listPath('rejected'))
  await tileOf(page, 'one').getByRole('link').click()
  await sidePanel(page)
    .getByLabel('Replace file')
    .setInputFiles(file(await ownPicture()))
  await expect(page.getByText('File replaced. It waits for review.')).toBeVisible()
  await expect(page.getByText('Nothing was rejected.')).toBeVisible()
  await expect(sidePanel(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/image=/)
  await expect(page.getByText('This image is not on this page of the list any more.')).toHaveCount(0)
})

test('one image is deleted and restored', async ({ page }) => {
  const { listPath, ids } = await contributorWithImages(page, 'one', 'two')
  const admin = await adminApi(page)
  await admin.approve(ids)
  await page.goto(listPath('approved'))
  await tileOf(page, 'one').getByRole('link').click()
  await button(page, 'Delete image').click()
  await expect(sidePanel(page)).toHaveCount(0)
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(tiles(page)).toHaveCount(2)
})
