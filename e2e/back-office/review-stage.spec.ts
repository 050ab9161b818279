import { button, expect, expectAccessible, test } from '../support/fixtures.ts'
import { contributorWithPendingImages } from '../support/pending-images.ts'
import { currentTitle, decide, expectStatuses, openReview, passFiveSeconds, stageOf } from '../support/review-page.ts'

test('a key changes the backdrop, also of the next image, and each picture is fetched once', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'First', 'Second', 'Third')
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/media/') && fetched.push(request.url()))
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('First')
  for (const backdrop of ['Light checkerboard', 'Dark checkerboard', 'White', 'Black']) {
    await page.keyboard.press('b')
    await expect(page.getByRole('radio', { name: backdrop })).toBeChecked()
  }
  for (const title of ['First', 'Second', 'Third']) {
    await expect(currentTitle(page)).toHaveText(title)
    await expect.poll(() => page.locator('.review-stage img').evaluate(isLoaded)).toBe(true)
    await expect(page.locator('.stage')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
    await page.keyboard.press('s')
  }
  expect(fetched.length).toBeGreaterThanOrEqual(3)
  expect(new Set(fetched).size).toBe(fetched.length)
})

const isLoaded = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0

test('a picture that failed is loaded again, and zoomed; a reason moves nothing', async ({ page, expects }) => {
  expects.errors.push(/ERR_FAILED/)
  const maker = await contributorWithPendingImages(page, 'Late', 'Next')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/media/**', (route) => route.abort())
  await openReview(page, maker.username)
  const failure = page.getByRole('alert').getByText('The picture could not be loaded.')
  await expect(failure).toBeVisible()
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'true')
  await page.unrouteAll()
  await button(page, 'Try again').click()
  const picture = page.getByRole('img', { name: 'Late' })
  await expect(picture).toBeVisible()
  const zoom = page.getByRole('group', { name: 'Zoom' })
  await expect(zoom).not.toContainText('NaN')
  await decide(page, 'f')
  await expect(zoom).toContainText('100 %')
  const widthOf = async () => (await picture.boundingBox())!.width
  const shown = () => picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a)
  const atOneToOne = await shown()
  expect(atOneToOne).toBeLessThan(1)
  for (const level of ['200 %', '400 %']) {
    await page.keyboard.press('+')
    await expect(zoom).toContainText(level)
  }
  expect(await shown()).toBeCloseTo(4 * atOneToOne, 4)
  await page.keyboard.press('-')
  await expect(zoom).toContainText('200 %')
  await page.keyboard.press('f')
  await expect(page.getByText(/Upscaled [\d.]+×/)).toBeVisible()

  const fittedWidth = await widthOf()
  await picture.hover()
  await page.mouse.wheel(0, -800)
  await expect.poll(widthOf).toBeGreaterThan(2 * fittedWidth)
  const { x } = (await picture.boundingBox())!
  await page.mouse.down()
  await page.mouse.move(500, 400)
  await page.mouse.move(560, 400)
  await page.mouse.up()
  await expect.poll(async () => (await picture.boundingBox())!.x).not.toBe(x)

  await page.keyboard.press('s')
  await expect(currentTitle(page)).toHaveText('Next')
  await expect(page.getByText('Upscaled')).toBeVisible()
  await decide(page, 'x')
  await expect(page.getByRole('alert').getByText('Choose a reason')).toBeVisible()
  await page.keyboard.press('6')
  await expect(page.getByText('The picture is too small.')).toBeVisible()
  expect(await page.evaluate(() => [scrollY, document.documentElement.scrollHeight])).toEqual([0, 900])
  const facts = page.locator('.review-facts')
  expect(await facts.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  await page.getByRole('link', { name: 'List' }).click()
  await expect(page).toHaveURL(/\/pending-images\/\?username=/)
})

test('on a phone the reasons come to the thumb while the picture stays in sight', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Only')
  await page.setViewportSize({ width: 360, height: 740 })
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('Only')
  const tap = async (name: string) => {
    const { x, y, width, height } = (await button(page, name).boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
  }
  await expect(stageOf(page)).toHaveAttribute('aria-busy', 'false')
  await tap('Reject')
  await expect(page.getByRole('img', { name: 'Only' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('In your own words').fill('Look at the hair.')
  await tap('Halo')
  await expect(button(page, 'Reject')).toHaveText(/Halo/)
  const bar = (await page.getByRole('region', { name: 'Queue' }).boundingBox())!
  expect([bar.height, bar.y > 230]).toEqual([56, true])
  await expect(page.getByRole('img', { name: 'Only' })).toBeInViewport({ ratio: 0.9 })
  const approve = (await button(page, 'Approve').boundingBox())!
  expect(approve.height).toBeGreaterThanOrEqual(48)
  expect(approve.y + approve.height).toBeLessThanOrEqual(740)
  await tap('Reject')
  await expect(page.getByText('1 rejected').first()).toBeVisible()
})

test('words that were changed meanwhile are not overwritten unseen', async ({ page, expects }) => {
  const maker = await contributorWithPendingImages(page, 'Old')
  expects.errors.push(/409|ERR_FAILED/)
  await openReview(page, maker.username)
  await decide(page, 'e')
  const form = page.getByRole('form', { name: 'Edit' })
  await form.getByLabel('Description').fill('Mine')
  await maker.call('PUT', `/images/update/${maker.id('Old')}/`, { title: 'Theirs' })
  const leased = page.waitForResponse(/review\/lease/)
  await passFiveSeconds(page)
  await leased
  await page.route('**/images/update/*/', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Failed to update image.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Someone else changed this meanwhile')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(currentTitle(page)).toHaveText('Theirs')
  const { images } = await maker.call('GET', '/images/user/total/')
  expect(images).toMatchObject([{ title: 'Theirs', description: 'Mine' }])
})

test('a key edits the words in place, and the image can then be decided', async ({ page }) => {
  const maker = await contributorWithPendingImages(page, 'Typpo', 'Next')
  await openReview(page, maker.username)
  await expect(currentTitle(page)).toHaveText('Typpo')
  await decide(page, 'e')
  const form = page.getByRole('form', { name: 'Edit' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Title').fill('')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Title').fill('Without a typo')
  await form.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('a')
  await expect(form.getByLabel('Title'), 'no key decides while words are unsaved').toHaveValue('Without a typo')
  await expectStatuses(page, maker.session, { Typpo: 'pending', Next: 'pending' })
  await button(page, '+ Add keyword').click()
  await page.keyboard.type('flat') // saving takes the keyword that is being typed
  await page.keyboard.press('Control+Enter')
  await expect(currentTitle(page)).toHaveText('Without a typo')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'About this image' })).toContainText('Keywordsheron, pond, flat')
  await decide(page, 'a')
  await expectStatuses(page, maker.session, { 'Without a typo': 'approved', Next: 'pending' })
})
