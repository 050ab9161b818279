import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'
import { authHeaders, createSession, registerUser } from './new-user.ts'

/** A contributor with pending images, the first title the oldest; one titled 'Opaque' has no transparency. */
export async function contributorWithPendingImages(page: Page, ...titles: string[]) {
  const maker = await registerUser(page)
  const session = await createSession(page, maker)
  const form = new FormData()
  for (const [seed, title] of titles.entries()) {
    const png = aPng({ seed: seed + 1, width: 320, height: 240, alpha: title === 'Opaque' ? 'opaque' : 'clear' })
    form.append('images', new Blob([new Uint8Array(png)], { type: 'image/png' }), `${seed}.png`)
    form.append('title', title)
    form.append('keywords', 'disc, round')
    form.append('category', 'Food')
  }
  const response = await page.request.post('/api/v1/images/upload/', { multipart: form, headers: authHeaders(session) })
  expect(response.status()).toBe(201)
  const idOf = new Map<string, number>()
  for (const { id, title } of (await response.json()).images) idOf.set(title, id)
  return { ...maker, session, id: (title: string) => idOf.get(title)! }
}

/** Sends another file for an image of this person, while another page has it open. */
export async function replaceFile(page: Page, session: Session, id: number, png: Buffer) {
  const multipart = { image: { name: 'again.png', mimeType: 'image/png', buffer: png } }
  const response = await page.request.put(`/api/v1/images/file/${id}/`, { multipart, headers: authHeaders(session) })
  expect(response.status(), await response.text()).toBe(200)
}
