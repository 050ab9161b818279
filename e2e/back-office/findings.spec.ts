import { chunk } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { sidePanel, tileOf } from '../support/managed-images.ts'
import { svgPicture } from '../support/pictures.ts'
import { chooseFiles, expectDrafts, file, openOutcomes, openUploadPage, outcomeOf } from '../support/upload-page.ts'

const side = 600

const rect = (fill: string) => `<rect width="${side}" height="${side}" fill="${fill}"/>`
const disc = (radius = 200) => `<circle cx="${radius + 80}" cy="${radius + 90}" r="${radius}" fill="#be1e28"/>`
const squares = '<path d="M0 0h16v16H0zM16 16h16v16H16z" fill="#ccc"/>'
const board = `<pattern id="board" width="32" height="32" patternUnits="userSpaceOnUse">${squares}</pattern>`
const discOnSquares = () => svgPicture(board + rect('#fff') + rect('url(#board)') + disc(), side)

test('what is wrong with a picture is named on its draft, and shown', async ({ page }) => {
  await openUploadPage(page)
  const bodies = { squares: null, clean: disc(), hazy: rect('#fafafa06') + disc(120), empty: rect('#0a141e03') }
  const files = Object.entries(bodies).map(async ([name, body]) =>
    file(`${name}.png`, body ? await svgPicture(body, side) : await discOnSquares()),
  )
  await chooseFiles(page, await Promise.all(files))
  await expectDrafts(page, 3)
  await openOutcomes(page)
  await expect(outcomeOf(page, 'empty.png')).toContainText('Nothing can be seen in this picture')
  await expect(tileOf(page, 'Squares')).toContainText('1 fault')
  await expect(tileOf(page, 'Clean')).not.toContainText('fault')

  await tileOf(page, 'Squares').getByRole('link').click()
  const found = sidePanel(page).getByRole('list', { name: 'Found in Squares' })
  await expect(found).toContainText(
    'Painted checkerboard. Squares of 16 px in #ffffff and #cccccc: the transparency was painted in.',
  )
  await expectAccessible(page)
  await page.keyboard.press('m')
  const marked = sidePanel(page).getByRole('img', { name: 'Painted checkerboard. Lines are drawn over its squares' })
  // 37 lines between the columns and as many between the rows, each a move and a line.
  const lattice = await marked.locator('path.finding-mark').getAttribute('d')
  expect(lattice!.match(/M\d[\d.]* 0v600/g)!.length).toBeGreaterThanOrEqual(37)
  const first = Number(/M([\d.]+) 0v/.exec(lattice!)![1])
  expect(Math.abs(first - 16 * Math.round(first / 16))).toBeLessThan(0.5)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await tileOf(page, 'Hazy').getByRole('link').click()
  await expect(
    sidePanel(page)
      .getByRole('img', { name: /^Haze\./ })
      .locator('feFuncA'),
  ).toBeAttached()
  await sidePanel(page).getByRole('button', { name: 'Show me what was found in Hazy', pressed: true }).click()
  await expect(sidePanel(page).getByRole('img')).toHaveCount(1)
})

async function hazyDisc(colour: string): Promise<Buffer> {
  const specks = [20, 60, 260].flatMap((x) => [16, 270].map((y) => `<path d="M${x} ${y}h2v2h-2z" fill="#00003c"/>`))
  const disc = `<circle cx="150" cy="150" r="120" fill="${colour}"/>`
  const png = await svgPicture(`<rect width="300" height="300" fill="#fafafa06"/>${disc}${specks.join('')}`, 300)
  return Buffer.concat([png.subarray(0, 33), chunk('tEXt', 'Title\0A disc'), png.subarray(33)])
}

test('a draft is mended at the press of a button', async ({ page }) => {
  await openUploadPage(page)
  await chooseFiles(page, [file('hazy.png', await hazyDisc('#be1e28'))])
  await expect(tileOf(page, 'A disc')).toContainText('2 faults')
  await tileOf(page, 'A disc').getByRole('link').click()
  await sidePanel(page).getByRole('button', { name: 'Mend' }).click()
  await expect(page.getByText('Mended.')).toBeVisible()
  await expect(sidePanel(page)).toContainText('Nothing was found.')
  await expect(tileOf(page, 'A disc')).not.toContainText('fault')
  await expect(sidePanel(page).getByRole('button', { name: 'Mend' })).toBeHidden()
})
