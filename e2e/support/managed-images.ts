import type { Browser, Page } from '@playwright/test'
import { aPng } from '../../server/test/png.ts'
import { expect, people } from './fixtures.ts'
import { createSession, registerUser, signInByApi } from './new-user.ts'
import { password } from './seed-data.ts'

/** A contributor with pending images of his own, whose titles begin with a word that nobody else uses. */
export async function contributorWithImages(page: Page, ...titles: string[]) {
  const person = await registerUser(page)
  const { tokens } = await signInByApi(page, person)
  const word = person.username.replace('newcomer', 'q')
  const api = apiClient(page, tokens.access_token)
  const ids: number[] = []
  for (let i = 0; i < titles.length; i += 10) ids.push(...(await api.upload(word, titles.slice(i, i + 10), i)))
  const room = (name: string) => `${person.desk}${name}-images/`
  return { ...person, ...api, word, ids, room }
}

export type Json = Record<string, unknown>

function apiClient(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (method: string, path: string, data?: Json) => {
    const answer = await page.request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return answer.json()
  }
  const upload = async (word: string, titles: string[], from: number) => {
    const form = new FormData()
    for (const [at, title] of titles.entries()) {
      const bytes = aPng({ width: 40, height: 40, seed: from + at, text: { of: word } })
      form.append('images', new File([new Uint8Array(bytes)], `${at}.png`, { type: 'image/png' }))
      form.append('title', `${word} ${title}`)
      form.append('keywords', 'fox, red')
      form.append('category', 'Animals')
    }
    const answer = await page.request.post('/api/v1/images/upload/', { headers, multipart: form })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).images.map((one: { id: number }) => one.id)
  }
  return { call, upload }
}

/** An admin in a browser of his own. */
export async function openAdminPage(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  const { tokens } = await signInByApi(page, { ...people.admin, password })
  const room = (name: string, title = '') => `/admin/${people.admin.username}/${name}-images/?title=${title}`
  return { page, room, ...apiClient(page, tokens.access_token), close: () => context.close() }
}

export const adminApi = async (page: Page) =>
  apiClient(page, (await createSession(page, { ...people.admin, password })).tokens.access_token)

export const tiles = (page: Page) => page.locator('.list-of-images > li')
export const tileOf = (page: Page, title: string) => tiles(page).filter({ hasText: title })
export const checkboxOf = (page: Page, title: string) => tileOf(page, title).getByRole('checkbox')
export const sidePanel = (page: Page) => page.getByRole('dialog')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
