import type { Page } from '@playwright/test'
import type { Session } from '../../web/src/api/session.ts'
import { expect } from './fixtures.ts'
import { adminSession, authHeaders, createSession, registerUser, storeSession } from './new-user.ts'
import { ownPicture } from './pictures.ts'

/** A signed-in contributor with pending images, whose titles begin with a word unique to this contributor. */
export const contributorWithImages = (page: Page, ...titles: string[]) =>
  contributorWithPictures(page, titles, () => ownPicture(40, 40))

/** The same with pictures that look as `paint` says. */
export async function contributorWithPictures(page: Page, titles: string[], paint: Paint) {
  const person = await contributorApi(page)
  await storeSession(page, person.session)
  const ids = await person.upload(
    titles.map((title) => `${person.word} ${title}`),
    paint,
  )
  return { ...person, ids }
}

/** A contributor who is signed in to the API alone. */
export async function contributorApi(page: Page) {
  const person = await registerUser(page)
  const session = await createSession(page, person)
  const word = person.username.replace('newuser', 'q')
  const listPath = (name: string) => `${person.dashboardPath}${name}-images/`
  return { ...person, ...apiClient(page, session), session, word, listPath }
}

type Paint = (n: number) => Promise<Buffer>

export type Json = Record<string, unknown>

export function apiClient(page: Page, session: Session) {
  const headers = authHeaders(session)
  const call = async (method: string, path: string, data?: Json) => {
    const response = await page.request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
    expect(response.status(), await response.text()).toBeLessThan(300)
    return response.json()
  }
  /** Sends pictures with these titles, ten at a time, and answers their ids. */
  const upload = async (titles: string[], paint: Paint, category = 'Animals'): Promise<number[]> => {
    const ids: number[] = []
    for (let from = 0; from < titles.length; from += 10) {
      const form = new FormData()
      for (const [index, title] of titles.slice(from, from + 10).entries()) {
        const bytes = new Uint8Array(await paint(from + index))
        form.append('images', new File([bytes], `${from + index}.png`, { type: 'image/png' }))
        form.append('title', title)
        form.append('keywords', 'heron, pond')
        form.append('category', category)
      }
      const send = () => page.request.post('/api/v1/images/upload/', { headers, multipart: form })
      let response = await send()
      // The image workers may be busy with the pictures of other tests.
      await expect(async () => {
        if (response.status() === 503) response = await send()
        expect(response.status()).not.toBe(503)
      }).toPass()
      expect(response.status(), await response.text()).toBe(201)
      ids.push(...(await response.json()).images.map(({ id }: { id: number }) => id))
    }
    return ids
  }
  return { call, upload }
}

export async function adminApi(page: Page) {
  const api = apiClient(page, await adminSession(page))
  const decide = (image_ids: (number | undefined)[], data: Json) =>
    api.call('PUT', '/images/bulk-update/', { image_ids, ...data })
  return {
    ...api,
    approve: (ids: (number | undefined)[]) => decide(ids, { status: 'approved' }),
    reject: (ids: (number | undefined)[], reason: string) => decide(ids, { status: 'rejected', reason }),
  }
}

export const tiles = (page: Page) => page.locator('.list-of-images > li')
export const tileOf = (page: Page, title: string) => tiles(page).filter({ hasText: title })
export const checkboxOf = (page: Page, title: string) => tileOf(page, title).getByRole('checkbox')
export const sidePanel = (page: Page) => page.getByRole('dialog')
