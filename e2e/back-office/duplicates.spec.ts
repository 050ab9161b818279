import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { button, expect, expectAccessible, people, test, undo, waitForHydration } from '../support/fixtures.ts'
import { authHeaders, createSession, registerUser, signInByApi } from '../support/new-user.ts'
import { chooseFiles, file, ownImages } from '../support/upload-page.ts'

/** Clearly different drawings; the fine lines of the waves change most when scaled down. */
const shapes = {
  lighthouse: [
    '<path d="M40 120 48 40h32l8 80z" fill="#c33"/>',
    '<path d="M48 60h32v16H46z" fill="#fff"/>',
    '<circle cx="64" cy="28" r="12" fill="#fd5"/>',
  ].join(''),
  boat: [
    '<path d="M8 84h112l-20 32H28z" fill="#345"/>',
    '<path d="M60 8v70H16z" fill="#eee"/>',
    '<path d="M68 20v58h40z" fill="#e83"/>',
  ].join(''),
  moon: '<path d="M84 8a56 56 0 1 0 0 112 80 80 0 0 1 0-112z" fill="#999"/>',
  waves: `<g fill="none" stroke="#26c">${Array.from({ length: 22 }, (_, i) => wave(i)).join('')}</g>`,
}
type Shape = keyof typeof shapes

function wave(i: number) {
  const stroke = `stroke-width="${1 + (i % 4)}" stroke-opacity="${0.3 + (i % 3) / 4}"`
  return `<path ${stroke} d="M6 ${8 + i * 5}q14 ${9 - i} 28 0t28 0 28 0 28 0"/>`
}

/** Draws a shape at a size, with a transparent margin around it. */
async function drawShape(shape: Shape, { side = 350, margin = 0 } = {}): Promise<Buffer> {
  const size = `viewBox="0 0 128 128" width="${side}" height="${side}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes[shape]}</svg>`
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(Buffer.from(svg))
    .extend({ top: margin, left: 2 * margin, background: clear })
    .png()
    .toBuffer()
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `${name}.png ·` })

/** A contributor who has uploaded these shapes, with titles that are unique in the admins' lists. */
async function contributorWhoUploaded(page: Page, ...uploaded: Shape[]) {
  const person = await registerUser(page)
  const session = await createSession(page, person)
  const form = new FormData()
  for (const shape of uploaded) {
    form.append('images', new Blob([new Uint8Array(await drawShape(shape))], { type: 'image/png' }), `${shape}.png`)
    form.append('title', `${person.username} ${shape}`)
  }
  const response = await page.request.post('/api/v1/images/upload/', { multipart: form, headers: authHeaders(session) })
  expect(response.status()).toBe(201)
  return person
}

test('images that the library already has are reported and left out; new words go to those that are there', async ({
  page,
}) => {
  const person = await contributorWhoUploaded(page, 'lighthouse', 'boat', 'waves')
  const session = await signInByApi(page, person)
  await page.goto(`${person.dashboardPath}upload-images/`)
  await chooseFiles(page, [file('bytes.png', await drawShape('lighthouse'))])
  await expect(row(page, 'bytes')).toContainText('It is not sent again.')
  await expect(button(page, '1 you already have')).toBeVisible()
  await expect(button(page, /^Upload/)).toBeHidden()
  await page.getByRole('button', { name: 'Edit Bytes' }).click()
  await page.getByLabel('Keywords').fill('night, crescent,')
  await button(page, 'Done').click()
  const files = [
    file('larger', await drawShape('boat', { side: 1050 })),
    file('margins', await drawShape('waves', { side: 517, margin: 38 })),
    file('new', await drawShape('moon')),
    file('new again', await drawShape('moon', { side: 275, margin: 10 })),
    file(
      'mirrored',
      await sharp(await drawShape('boat'))
        .flop()
        .png()
        .toBuffer(),
    ),
  ]
  await chooseFiles(
    page,
    files.map((one) => ({ ...one, name: `${one.name}.png` })),
  )
  await expect(row(page, 'bytes')).toContainText(
    `You already have the same file: ${person.username} lighthouse, waiting for review`,
  )
  await expect(row(page, 'larger')).toContainText(`You already have the same picture: ${person.username} boat`)
  await expect(row(page, 'margins')).toContainText(`You already have the same picture: ${person.username} waves`)
  await expect(row(page, 'new again')).toContainText('The same picture as new.png on this list.')
  await expect(row(page, 'mirrored')).toContainText(
    `You already have the same drawing, mirrored: ${person.username} boat`,
  )
  await expect(row(page, 'new')).not.toContainText('same')
  await button(page, 'Use these words for the one that is there').click()
  await expect(row(page, 'bytes')).toContainText('Your words were saved there.')
  const { images } = await ownImages(page, session)
  const there = images.find(({ title }) => title.endsWith('lighthouse'))
  expect(there?.keywords.map(({ name }) => name)).toEqual(['night', 'crescent'])
  const thumbnail = row(page, 'larger').getByRole('link').getByRole('presentation')
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await row(page, 'larger').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: `Edit ${person.username} boat` })).toBeVisible()
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await button(page, '2 look-alikes').click()
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(2)
  await button(page, 'Leave out 2 look-alikes').click()
  await undo(page, '2 images were left out.').hover()
  await expect(button(page, 'Upload 3 images')).toBeVisible()
  await undo(page, '2 images were left out.').click()
  await expect(row(page, 'larger')).toContainText('You already have the same picture:')
  await button(page, 'Upload 5 images').click()
  // One image worker decodes them one by one.
  await expect(page.getByText('5 images were uploaded.')).toBeVisible()
})

test('review shows similar images of all contributors', async ({ page, context }) => {
  const first = await contributorWhoUploaded(page, 'waves')
  const second = await contributorWhoUploaded(page, 'lighthouse', 'waves')
  await signInByApi(page, people.admin)
  await page.goto(`/admin/${people.admin.username}/review/?username=${second.username}`)
  await waitForHydration(page)
  const title = page.getByRole('region', { name: 'About this image' }).getByRole('heading')
  const similarImages = page.getByRole('region', { name: 'In the library already' })
  await expect(title).toHaveText(`${second.username} lighthouse`)
  await page.keyboard.press('s')
  await expect(title).toHaveText(`${second.username} waves`)
  const link = similarImages.getByRole('link', { name: `${first.username} waves same file Pending @${first.username}` })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await button(page, `Compare with ${first.username} waves`).click()
  const comparison = page.getByRole('dialog')
  await expect(comparison.getByRole('img')).toHaveCount(4)
  const isDrawn = (canvas: HTMLCanvasElement) => {
    // A canvas of its own for each try, because Chromium warns when the same one is read twice.
    const copy = new OffscreenCanvas(400, 400).getContext('2d')!
    copy.drawImage(canvas, 0, 0)
    return copy.getImageData(0, 0, 400, 400).data.some((value) => value > 0)
  }
  await expect.poll(() => comparison.getByRole('img').last().evaluate(isDrawn)).toBe(true)
  await comparison.getByRole('slider', { name: 'This one over the other' }).fill('100')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const [newTab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(newTab.getByRole('dialog', { name: `Edit ${first.username} waves` })).toBeVisible()
})
