import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { chunk, ihdr, png } from '../../server/test/png.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { authHeaders } from '../support/new-user.ts'
import { chooseFiles, file, openUploadPage, row } from '../support/upload-page.ts'

const side = 600

/** A disc on haze, with six specks around it; the seed is one of its colours. */
function hazyDisc(seed: number): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 4))
  for (let y = 0, at = 0; y < side; y++) {
    at++
    for (let x = 0; x < side; x++, at += 4) {
      const share = Math.max(0, Math.min(1, 240.5 - Math.hypot(x - 300, y - 300)))
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

test('a mended picture is offered beside the original, singly or all at once, and sent only when it is taken', async ({
  page,
}) => {
  const { session } = await openUploadPage(page)
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
  await expect(mended).toContainText('600 × 600')
  await expect(mended.getByRole('list', { name: /Found in/ })).toBeHidden()
  const undo = mended.getByRole('button', { name: 'Undo the mending of A disc' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(mended).toContainText('Haze.')

  await page.getByRole('button', { name: 'Mend all (2)' }).press('Enter')
  await expect(page.getByText('2 images were mended.')).toBeVisible()
  await expect(page.getByText('Mended: haze and 6 specks removed.')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Chosen images' })).toBeFocused()
  await expect(page.getByText('Haze.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Haze.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Mend all (2)' })).toBeVisible()

  await mend.press('Enter')
  await dialog.getByRole('button', { name: 'Use the mended picture' }).press('Enter')
  await expect(undo).toBeFocused()

  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await expect(page.getByText('2 images were uploaded.')).toBeVisible()
  await expect(mended).toContainText('Mended: haze and 6 specks removed.')
  await expect(mended.getByRole('list', { name: /Found in/ })).toBeHidden()
  await expect(row(page, 'other.png ·')).toContainText('Haze.')

  const headers = authHeaders(session)
  const pictures = [original, other].map((bytes) => ({ sha256: sha256(bytes), row: null }))
  const found = await page.request.post('/api/v1/images/upload/alike/', { headers, data: { pictures } })
  // The library has the bytes of the one that was left as it was, and not those of the one that was mended.
  expect(await found.json()).toMatchObject({ found: [{ index: 1, kind: 'same_file' }] })
})
