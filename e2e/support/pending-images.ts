import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { paintedCheckerboard } from '../../server/test/rgba-pictures.ts'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'
import { contributorApi } from './managed-images.ts'
import { authHeaders } from './new-user.ts'
import { ownPicture } from './pictures.ts'

const opaque = async () => aPng({ seed: Math.floor(Math.random() * 1e9), width: 320, height: 240, alpha: 'opaque' })

/** The pictures of these titles; others have one of their own with nothing at fault. */
const titled: Record<string, () => Promise<Buffer>> = { Opaque: opaque, Fake: () => paintedCheckerboard(97.3) }

/** A contributor with pending images, the first title the oldest. */
export async function contributorWithPendingImages(page: Page, ...titles: string[]) {
  const maker = await contributorApi(page)
  const ids = await maker.upload(titles, (n) => (titled[titles[n]!] ?? ownPicture)())
  return { ...maker, id: (title: string) => ids[titles.indexOf(title)]! }
}

/** Sends another file for an image of this person, while another page has it open. */
export async function replaceFile(page: Page, session: Session, id: number, png: Buffer) {
  const multipart = { image: { name: 'again.png', mimeType: 'image/png', buffer: png } }
  const response = await page.request.put(`/api/v1/images/file/${id}/`, { multipart, headers: authHeaders(session) })
  expect(response.status(), await response.text()).toBe(200)
}
