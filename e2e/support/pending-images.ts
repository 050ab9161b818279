import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'
import { contributorApi } from './managed-images.ts'
import { authHeaders } from './new-user.ts'
import { ownPicture } from './pictures.ts'

/** A contributor with pending images, the first title the oldest; one titled 'Opaque' has no transparency. */
export async function contributorWithPendingImages(page: Page, ...titles: string[]) {
  const maker = await contributorApi(page)
  const opaque = async () => aPng({ seed: Math.floor(Math.random() * 1e9), width: 320, height: 240, alpha: 'opaque' })
  const ids = await maker.upload(titles, (n) => (titles[n] === 'Opaque' ? opaque() : ownPicture()))
  return { ...maker, id: (title: string) => ids[titles.indexOf(title)]! }
}

/** Sends another file for an image of this person, while another page has it open. */
export async function replaceFile(page: Page, session: Session, id: number, png: Buffer) {
  const multipart = { image: { name: 'again.png', mimeType: 'image/png', buffer: png } }
  const response = await page.request.put(`/api/v1/images/file/${id}/`, { multipart, headers: authHeaders(session) })
  expect(response.status(), await response.text()).toBe(200)
}
