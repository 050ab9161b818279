import type { Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'
import { apiClient } from './managed-images.ts'
import { authHeaders, openOwnPage } from './new-user.ts'

export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

export const smallFiles = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) =>
    file(`small ${from + i}.png`, aPng({ width: 40, height: 30, colour: distinctColour(from + i), seed: from + i })),
  )

/** A colour per file: plain images of one colour would count as duplicates. */
export const distinctColour = (i: number) => `#40${i.toString(16).padStart(4, '0')}`

export const chooseFiles = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

export const openOutcomes = (page: Page) => page.getByText(/ refused, left out, or like what is here already$/).click()

export const outcomeOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Files that were refused or are there already' })
    .getByRole('listitem')
    .filter({ hasText: name })

/** Waits until the page has as many drafts, all of which have arrived. */
export const expectDrafts = (page: Page, count: number) =>
  expect(page.getByRole('button', { name: new RegExp(`^Submit (\\d+ of )?${count}$`) })).toBeVisible()

export const uploadUrl = /\/api\/v1\/images\/upload\/\?draft=true$/

export async function openUploadPage(page: Page) {
  const person = await openOwnPage(page, 'upload-images/')
  await expect(page.getByRole('button', { name: 'Choose images' })).toBeVisible()
  return { ...person, ...apiClient(page, person.session) }
}

type OwnList = 'total' | 'draft'

export async function ownImages(page: Page, session: Session, list: OwnList = 'total') {
  const response = await page.request.get(`/api/v1/images/user/${list}/`, { headers: authHeaders(session) })
  return (await response.json()) as {
    count: number
    images: { id: number; title: string; description: string; category: string; keywords: { name: string }[] }[]
  }
}
