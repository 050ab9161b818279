import type { Page } from '@playwright/test'
import { drawing } from '../../server/test/drawings.ts'
import { button, expect, expectAccessible, people, test } from '../support/fixtures.ts'
import { adminApi, contributorWithPictures } from '../support/managed-images.ts'
import { authHeaders, createSession, signInByApi } from '../support/new-user.ts'
import { password } from '../support/seed-data.ts'

const reportsPath = `/admin/${people.admin.username}/reports/`

/** A drawing that was taken down, and with what its contributor sends it once more. */
async function refusedCopy(page: Page) {
  const png = await drawing(45, 64)
  const maker = await contributorWithPictures(page, ['Refused lamp'], async () => png)
  const { call } = await adminApi(page)
  await call('PUT', '/images/bulk-update/', { image_ids: maker.ids, status: 'approved' })
  const { images } = await maker.call('GET', '/images/user/approved/')
  const data = { slug: images[0].slug, reason: 'offensive' }
  const { number } = await (await page.request.post('/api/v1/reports/', { data })).json()
  const decision = { outcome: 'taken_down', sentence: 'It was wrong.', seen_report_id: number }
  await call('POST', `/reports/queue/${maker.ids[0]}/`, decision)
  const send = async (name: string) => {
    const answer = await page.request.post('/api/v1/images/upload/', {
      headers: authHeaders(await createSession(page, maker)),
      multipart: { images: { name, mimeType: 'image/png', buffer: png } },
    })
    return answer.status()
  }
  return { ...maker, send }
}

test('a refused upload is listed, allowed, taken once, and refused again', async ({ page }) => {
  const { send, username } = await refusedCopy(page)
  const name = `${username}.png`
  expect(await send(name)).toBe(400)
  await signInByApi(page, { ...people.admin, password })
  await page.goto(reportsPath)
  await page.getByRole('link', { name: 'Refused uploads' }).click()
  await expect(page).toHaveURL(`${reportsPath}refused-copies/`)
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line).toContainText('Refused lamp: same file')
  await expect(line).toContainText('“It was wrong.”')
  await expectAccessible(page)
  await button(page, `Allow this copy: ${name}`).click()
  await expect(line).toContainText(`Allowed by ${people.admin.username}`)
  await button(page, 'Undo').click()
  await expect(button(page, `Allow this copy: ${name}`)).toBeVisible()
  expect(await send(name)).toBe(400)
  await button(page, `Allow this copy: ${name}`).click()
  await expect(line).toContainText(`Allowed by ${people.admin.username}`)
  expect(await send(name)).toBe(201)
})
