import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { inDatabase } from './database.ts'
import { admin, contributor, password } from './seed-data.ts'

/**
 * `failOnNoise` fails a test on a console error or warning, a Content-Security-Policy violation, a request to another
 * origin or a cookie. A test that provokes an error allows it by a pattern in `expects.errors`.
 */
export const test = base.extend<{ expects: { errors: RegExp[] }; failOnNoise: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the destructured names
  expects: async ({}, use) => use({ errors: [] }),
  failOnNoise: [
    async ({ page, baseURL, expects, context }, use) => {
      const noise: Noise[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          noise.push({ text: message.text(), url: message.location().url, on: page.url() })
      })
      page.on('pageerror', (error) => noise.push({ text: String(error) }))
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
          noise.push({ text: `requested ${request.url()}` })
      })
      await use(undefined)
      // A call that a page repeats may be on its way.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const unexpected = noise.filter(({ text }) => !expects.errors.some((expected) => expected.test(text)))
      const haveLeft = await Promise.all(unexpected.map(hasLeftLibrary))
      expect(unexpected.filter((_, at) => !haveLeft[at])).toEqual([])
      expect(await context.cookies()).toEqual([])
    },
    { auto: true },
  ],
})

interface Noise {
  text: string
  /** What was requested, or the script. */
  url?: string
  /** The page. */
  on?: string
}

/**
 * Whether a page lacks a picture that was taken down, or a page for visitors one that was public and is not any more:
 * tests share one library, so another test may have taken it out between the page and the picture.
 */
async function hasLeftLibrary({ text, url, on = '' }: Noise): Promise<boolean> {
  const [, id, query] = /\/media\/([^/]+)\/[^?]+(\?.*)?$/.exec(url ?? '') ?? []
  if (!id) return false
  if (/status of 410/.test(text))
    return (await inDatabase('select from images where cloudflare_id = $1 and taken_down_at is not null', id)) > 0
  const isVisitorsPage = !/^\/(admin|contributor)\//.test(new URL(on).pathname)
  if (!/status of 404/.test(text) || query || !isVisitorsPage) return false
  const unpublished = 'select from images where cloudflare_id = $1 and pub_no is null and previous_pub_no is not null'
  return (await inDatabase(unpublished, id)) > 0
}

export { expect }

export const people = { contributor, admin }

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The answer to a form stands in the form and in a toast (requirements: #form-answers). */
export async function expectAnswer(page: Page, text: string) {
  await expect(page.locator('.Toastify').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
}

/** Signs in through the login form of this person's role. */
export async function signIn(page: Page, who: keyof typeof people) {
  await page.goto(who === 'admin' ? '/admin/auth/' : '/contributor/auth/')
  await page.getByLabel('Email').fill(people[who].email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/${who}/${people[who].username}/`)
}

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** WCAG 2.2 A and AA and no horizontal overflow, in both themes, at phone and desktop width. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // From the top, since axe measures what a bar that stays in place leaves of a button that was scrolled under it.
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Runs axe in the page: AxeBuilder, made for pages with frames, injects its source and opens a blank page per run. */
async function findViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    (values) =>
      window.axe
        .run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], selectors: false })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])),
    WCAG_TAGS,
  )
}

/** Waits until React has attached its handlers, so that a click reaches the app. */
export async function waitForHydration(page: Page) {
  const isHydrated = () => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'))
  // The first mouse movement may come before the script that hydrates on it listens, so it is repeated.
  await expect(async () => {
    await page.mouse.move(5, 5)
    await page.mouse.move(60, 36)
    expect(await page.evaluate(isHydrated)).toBe(true)
  }).toPass({ intervals: [50] })
}
