import type { Browser, Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import type { Session } from '../../web/src/api/session.ts'
import { expect, people } from './fixtures.ts'
import { authHeaders, createSession, registerUser, signInByApi } from './new-user.ts'
import { password } from './seed-data.ts'

/** A contributor with pending images, whose titles begin with a word unique to this contributor. */
export const contributorWithImages = (page: Page, ...titles: string[]) =>
  contributorWithPictures(page, titles, async (n, word) => aPng({ width: 40, height: 40, seed: n, text: { of: word } }))

/** The same with pictures that look as `paint` says. */
export async function contributorWithPictures(page: Page, titles: string[], paint: Paint) {
  const person = await registerUser(page)
  const session = await signInByApi(page, person)
  const word = person.username.replace('newuser', 'q')
  const api = apiClient(page, session)
  const ids: number[] = []
  for (let i = 0; i < titles.length; i += 10)
    ids.push(...(await api.upload(word, titles.slice(i, i + 10), (n) => paint(i + n, word))))
  const listPath = (name: string) => `${person.dashboardPath}${name}-images/`
  return { ...person, ...api, word, ids, listPath }
}

/** The n-th picture, of a contributor whose titles begin with this word. */
type Paint = (n: number, word: string) => Promise<Buffer>

export type Json = Record<string, unknown>

function apiClient(page: Page, session: Session) {
  const headers = authHeaders(session)
  const call = async (method: string, path: string, data?: Json) => {
    const response = await page.request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
    expect(response.status(), await response.text()).toBeLessThan(300)
    return response.json()
  }
  const upload = async (word: string, titles: string[], paint: (n: number) => Promise<Buffer>) => {
    const form = new FormData()
    for (const [index, title] of titles.entries()) {
      const bytes = await paint(index)
      form.append('images', new File([new Uint8Array(bytes)], `${index}.png`, { type: 'image/png' }))
      form.append('title', `${word} ${title}`)
      form.append('keywords', 'fox, red')
      form.append('category', 'Animals')
    }
    const response = await page.request.post('/api/v1/images/upload/', { headers, multipart: form })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()).images.map(({ id }: { id: number }) => id)
  }
  return { call, upload }
}

/** An admin in a separate browser context. */
export async function openAdminPage(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  const session = await signInByApi(page, { ...people.admin, password })
  const listPath = (name: string, title = '') => `/admin/${people.admin.username}/${name}-images/?title=${title}`
  return { page, listPath, ...apiClient(page, session), close: () => context.close() }
}

export const adminApi = async (page: Page) => apiClient(page, await createSession(page, { ...people.admin, password }))

export const tiles = (page: Page) => page.locator('.list-of-images > li')
export const tileOf = (page: Page, title: string) => tiles(page).filter({ hasText: title })
export const checkboxOf = (page: Page, title: string) => tileOf(page, title).getByRole('checkbox')
export const sidePanel = (page: Page) => page.getByRole('dialog')
