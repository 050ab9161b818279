import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { chunk, ihdr, png } from '../../server/test/png.ts'
import { expect, expectAccessible, test, undo } from '../support/fixtures.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

const side = 300

/** A disc on haze, with six specks around it; the seed is one of its colours. */
function hazyDisc(seed: number): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 4))
  for (let y = 0, at = 0; y < side; y++) {
    at++
    for (let x = 0; x < side; x++, at += 4) {
      const share = Math.max(0, Math.min(1, 120.5 - Math.hypot(x - side / 2, y - side / 2)))
      const isSpeck =
        [20, 60, side - 40].some((left) => x >> 1 === left >> 1) && [16, side - 30].some((top) => y >> 1 === top >> 1)
      if (isSpeck) rows.set([0, 0, 60, 255], at)
      else if (share > 0) rows.set([190, seed, 40, Math.round(share * 255)], at)
      else rows.set([250, 250, 250, 6], at)
    }
  }
  const title = chunk('tEXt', 'Title\0A disc')
  return png(ihdr({ width: side, height: side }), title, chunk('IDAT', deflateSync(rows)), chunk('IEND'))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a mended picture is offered beside the original, one or all, and sent only when taken', async ({ page }) => {
  const { call } = await openUploadPage(page)
  const [original, other] = [hazyDisc(30), hazyDisc(90)]
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
