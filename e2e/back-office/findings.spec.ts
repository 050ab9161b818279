import { createHash } from 'node:crypto'
import { chunk } from '../../server/test/png.ts'
import { expect, expectAccessible, test, undo } from '../support/fixtures.ts'
import { svgPicture } from '../support/pictures.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

const side = 600

const rect = (fill: string) => `<rect width="${side}" height="${side}" fill="${fill}"/>`
const disc = (radius = 200) => `<circle cx="${radius + 80}" cy="${radius + 90}" r="${radius}" fill="#be1e28"/>`
const squares = '<path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#ccc"/>'
const board = `<pattern id="board" width="32" height="32" patternUnits="userSpaceOnUse">${squares}</pattern>`
const discOnSquares = () => svgPicture(board + rect('#fff') + rect('url(#board)') + disc(), side)

test('what is wrong with a picture is named before it is sent and after, and shown', async ({ page }) => {
  await openUploadPage(page)
  await chooseFiles(page, [file('squares.png', await discOnSquares())])
  const found = row(page, 'squares.png').getByRole('list', { name: 'Found in Squares' })
  await expect(found).toContainText(
    'Painted checkerboard. Squares of 16 px in #ffffff and #cccccc: the transparency was painted in.',
  )
  await expectAccessible(page)
  const others = { clean: disc(), hazy: rect('#fafafa06') + disc(120), empty: rect('#0a141e03') }
  const files = Object.entries(others).map(async ([name, body]) => file(`${name}.png`, await svgPicture(body, side)))
  await chooseFiles(page, await Promise.all(files))
  await expect(row(page, 'hazy.png')).toContainText('Haze.')
  await expect(row(page, 'empty.png')).toContainText('Nothing can be seen in this picture')
  await expect(row(page, 'clean.png ·')).toContainText('600 × 600')
  await expect(row(page, 'clean.png ·').getByRole('list', { name: 'Found in Clean' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload 3 images' })).toBeVisible()

  await page.getByRole('button', { name: '3 with findings' }).click()
  await expect(row(page, 'clean.png ·')).toBeHidden()
  const showMe = page.getByRole('button', { name: 'Show me what was found in Squares' })
  await showMe.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What was found in Squares' })
  const marked = dialog.getByRole('img', { name: 'Painted checkerboard.' })
  // 37 lines between the columns and as many between the rows, each a move and a line.
  const lattice = await marked.locator('path.finding-mark').getAttribute('d')
  expect(lattice!.match(/M\d[\d.]* 0v600/g)!.length).toBeGreaterThanOrEqual(37)
  const first = Number(/M([\d.]+) 0v/.exec(lattice!)![1])
  expect(Math.abs(first - 16 * Math.round(first / 16))).toBeLessThan(0.5)
  await expect(dialog).toContainText('Lines are drawn over its squares, in an area of 600 × 600 pixels')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(dialog).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Nothing clear' }).click()
  await expect(dialog).toContainText('Nothing in it is transparent.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(showMe).toBeFocused()

  await page.getByRole('button', { name: 'Show me what was found in Hazy' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Haze.' }).locator('feFuncA')).toBeAttached()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Upload 3 images' }).click()
  await expect(page.getByText('3 images were uploaded.')).toBeVisible()
  await expect(row(page, 'squares.png')).toContainText('Uploaded')
  await expect(found).toContainText('Painted checkerboard.')
})

test('a picture that takes too long to measure is listed with what is known, and can be sent', async ({ page }) => {
  await page.route(/inspector-worker/, async (route) => {
    const response = await route.fetch()
    // The last message of the worker is lost, as if it measured for ever.
    const loseTheEnd = `const post = postMessage
      self.postMessage = (message) => message.isComplete || post(message) || console.log('unmeasured');`
    await route.fulfill({ response, body: `${loseTheEnd}${await response.text()}` })
  })
  await page.clock.install()
  await openUploadPage(page)
  const unmeasured = page.waitForEvent('console', (message) => message.text() === 'unmeasured')
  await chooseFiles(page, [file('slow.png', await discOnSquares())])
  await unmeasured
  await expect(page.getByText('Looking at 1 image...')).toBeVisible()
  await page.clock.fastForward(40_000)
  await expect(row(page, 'slow.png')).toContainText('600 × 600')
  await expect(page.getByRole('button', { name: 'Upload 1 image' })).toBeEnabled()
})

/** A disc on haze, with six specks around it. */
async function hazyDisc(colour: string): Promise<Buffer> {
  const specks = [20, 60, 260].flatMap((x) => [16, 270].map((y) => `<path d="M${x} ${y}h2v2h-2z" fill="#00003c"/>`))
  const disc = `<circle cx="150" cy="150" r="120" fill="${colour}"/>`
  const png = await svgPicture(`<rect width="300" height="300" fill="#fafafa06"/>${disc}${specks.join('')}`, 300)
  return Buffer.concat([png.subarray(0, 33), chunk('tEXt', 'Title\0A disc'), png.subarray(33)])
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a mended picture is offered beside the original, one or all, and sent only when taken', async ({ page }) => {
  const { call } = await openUploadPage(page)
  const [original, other] = [await hazyDisc('#be1e28'), await hazyDisc('#be5a28')]
  await chooseFiles(page, [file('mended.png', original), file('other.png', other)])
  const mended = row(page, 'mended.png ·')
  await expect(mended).toContainText(/Mending removes haze and 6 specks \([\d.]+ KB → [\d.]+ KB\)\./)
  await expectAccessible(page)

  const mend = mended.getByRole('button', { name: 'Mend A disc' })
  await mend.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mend A disc' })
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await expect(dialog.getByRole('img', { name: 'Mended, on black' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep the original' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(mend).toBeFocused()
  await expect(mended).toContainText('Haze.')

  await mend.press('Enter')
  await dialog.getByRole('button', { name: 'Use the mended picture' }).press('Enter')
  await expect(mended).toContainText('Mended: haze and 6 specks removed.')
  await expect(mended).toContainText('300 × 300')
  await expect(mended.getByRole('list', { name: /Found in/ })).toBeHidden()
  const undoMending = mended.getByRole('button', { name: 'Undo the mending of A disc' })
  await expect(undoMending).toBeFocused()
  await undoMending.press('Enter')
  await expect(mended).toContainText('Haze.')

  const hovered = undo(page, '2 images were mended.').hover() // begun before, since mending may keep the page busy
  await page.getByRole('button', { name: 'Mend all (2)' }).press('Enter')
  await hovered
  await expect(page.getByText('Mended: haze and 6 specks removed.')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Chosen images' })).toBeFocused()
  await expect(page.getByText('Haze.')).toHaveCount(0)
  await undo(page, '2 images were mended.').press('Enter')
  await expect(page.getByText('Haze.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Mend all (2)' })).toBeVisible()

  await mend.press('Enter')
  await dialog.getByRole('button', { name: 'Use the mended picture' }).press('Enter')
  await expect(undoMending).toBeFocused()

  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(page.getByText('2 images were uploaded.')).toBeVisible()
  await expect(mended).toContainText('Mended: haze and 6 specks removed.')
  await expect(mended.getByRole('list', { name: /Found in/ })).toBeHidden()
  await expect(row(page, 'other.png ·')).toContainText('Haze.')

  const pictures = [original, other].map((bytes) => ({ sha256: sha256(bytes), row: null }))
  // The library has the bytes of the one that was left as it was, and not those of the one that was mended.
  const found = [{ index: 1, kind: 'same_file' }]
  expect(await call('POST', '/images/upload/alike/', { pictures })).toMatchObject({ found })
})
