import { deflateSync } from 'node:zlib'
import { chunk, ihdr, png } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

const side = 600

/** A square picture whose pixels `pixelAt` returns. */
function picture(pixelAt: (x: number, y: number) => Pixel): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 4))
  for (let y = 0, at = 0; y < side; y++) {
    at++
    for (let x = 0; x < side; x++, at += 4) rows.set(pixelAt(x, y), at)
  }
  return png(ihdr({ width: side, height: side }), chunk('IDAT', deflateSync(rows)), chunk('IEND'))
}

/** A red disc with a soft edge on something else. */
const disc = (around: (x: number, y: number) => Pixel, radius = 200) =>
  picture((x, y) => {
    const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - radius - 80, y - radius - 90)))
    const under = around(x, y)
    const mix = (one: number, other: number) => Math.round(one * share + other * (1 - share))
    // Around a clear pixel the colour of the disc is kept, as programs for cutting out do.
    if (under[3] === 0) return [190, 30, 40, Math.round(share * 255)]
    return [mix(190, under[0]), mix(30, under[1]), mix(40, under[2]), mix(255, under[3])]
  })

const cleanDisc = disc(() => [0, 0, 0, 0])
const discOnSquares = disc((x, y) => (((x >> 4) + (y >> 4)) & 1 ? [255, 255, 255, 255] : [204, 204, 204, 255]))
const hazyDisc = disc(() => [250, 250, 250, 6], 120)
const emptyPicture = picture(() => [10, 20, 30, 3])

test('what is wrong with a picture is named before it is sent and after, and shown', async ({ page }) => {
  await openUploadPage(page)
  await chooseFiles(page, [file('squares.png', discOnSquares)])
  const found = row(page, 'squares.png').getByRole('list', { name: 'Found in Squares' })
  await expect(found).toContainText(
    'Painted checkerboard. Squares of 16 px in #ffffff and #cccccc: the transparency was painted in.',
  )
  await expectAccessible(page)
  const others = [file('clean.png', cleanDisc), file('hazy.png', hazyDisc), file('empty.png', emptyPicture)]
  await chooseFiles(page, others)
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
  await chooseFiles(page, [file('slow.png', discOnSquares)])
  await unmeasured
  await expect(page.getByText('Looking at 1 image...')).toBeVisible()
  await page.clock.fastForward(40_000)
  await expect(row(page, 'slow.png')).toContainText('600 × 600')
  await expect(page.getByRole('button', { name: 'Upload 1 image' })).toBeEnabled()
})
