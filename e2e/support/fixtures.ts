import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { admin, contributor, password } from './seed-data.ts'

/**
 * A page that must stay quiet: no error on the console, no violation of its policy, no request to anybody else, no cookie.
 * A test that walks into an error on purpose says so with `expects`.
 */
export const test = base.extend<{ expects: { errors: RegExp[] }; quiet: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  expects: async ({}, use) => use({ errors: [] }),
  quiet: [
    async ({ page, baseURL, expects, context }, use) => {
      const noise: string[] = []
      page.on('console', (said) => ['error', 'warning'].includes(said.type()) && noise.push(said.text()))
      page.on('pageerror', (error) => noise.push(String(error)))
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
          noise.push(`asked ${request.url()}`)
      })
      await use(undefined)
      expect(noise.filter((line) => !expects.errors.some((expected) => expected.test(line)))).toEqual([])
      expect(await context.cookies()).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const people = { contributor, admin }

/** Signs in through the form of the page that this person uses. */
export async function signIn(page: Page, who: keyof typeof people) {
  await page.goto(who === 'admin' ? '/admin/auth/' : '/contributor/auth/')
  await page.getByLabel('Email').fill(people[who].email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`/${who}/${people[who].username}/`)
}

/** WCAG 2.2 A and AA, in both themes, at a phone's width and at a desk's; and nothing hangs over the edge. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
}

/** The page has come alive: what is clicked now is handled by the app. */
export async function waitForHydration(page: Page) {
  const isAlive = () => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'))
  // Again and again, onto the logo: the first movement may come before anybody listens.
  await expect(async () => {
    await page.mouse.move(5, 5)
    await page.mouse.move(60, 36)
    expect(await page.evaluate(isAlive)).toBe(true)
  }).toPass({ intervals: [50] })
}
