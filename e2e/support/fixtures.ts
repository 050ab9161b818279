import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { admin, contributor } from './seed-data.ts'

/** The tests share a library: an image's page can show a related picture that another test takes down meanwhile. */
const takenDownMeanwhile = /410 \(Gone\) \(\S+\/media\/\S+\.webp on \S+\/image\//

/**
 * `failOnNoise` fails a test on a console error or warning, a Content-Security-Policy violation, a request to another
 * origin or a cookie. A test that provokes an error allows it by a pattern in `expects.errors`.
 */
export const test = base.extend<{ expects: { errors: RegExp[] }; failOnNoise: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the destructured names
  expects: async ({}, use) => use({ errors: [] }),
  failOnNoise: [
    async ({ page, baseURL, expects, context }, use, testInfo) => {
      const noise: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          noise.push(`${message.text()} (${message.location().url} on ${page.url()})`)
      })
      page.on('pageerror', (error) => noise.push(String(error)))
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL!) && !/^(data|blob):/.test(request.url()))
          noise.push(`requested ${request.url()}`)
      })
      await use(undefined)
      // A call that a page repeats may be on its way.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const expected = [...expects.errors, takenDownMeanwhile]
      const unexpected = noise.filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(unexpected, 'errors and warnings of the page').toEqual([])
      expect(await context.cookies()).toEqual([])
      // Its clock is taken off while its page still runs, which then throws in the name of the next test.
      if (testInfo.status === 'passed' && !page.isClosed() && (await hasSetClock(page))) await page.close()
    },
    { auto: true },
  ],
})

const hasSetClock = (page: Page) => page.evaluate(() => '__pwClock' in window)

export const testWithoutScripts = test.extend({ javaScriptEnabled: false })

export { expect }

export const people = { contributor, admin }

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The button in the toast with this text, under the pointer of which it stays: others may be on their way out. */
export const undo = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' })

/** The answer to a form stands in the form and in a toast (requirements: #form-answers). */
export async function expectAnswer(page: Page, text: string) {
  await expect(page.locator('.Toastify').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
}

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/**
 * WCAG 2.2 A and AA, no horizontal overflow and no clipped text: in `npm test` as the page is shown; in
 * `npm run test:slow` in both themes at the width of phones and desktops, and without axe at that of tablets.
 */
export async function expectAccessible(page: Page, part = 'html') {
  // From the top, since axe measures what a bar that stays in place leaves of a button that was scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
  if (!process.env.TEST_SLOW) return expectNoViolations(page, part)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await (width === 768 ? expectFit(page) : expectNoViolations(page, part))
    }
  }
}

async function expectNoViolations(page: Page, part: string) {
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expectFit(page)
  expect(await findViolations(page, part)).toEqual([])
}

/** No horizontal overflow and no clipped text; polled, since a page that observes its size follows a frame later. */
export async function expectFit(page: Page) {
  const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(pageWidth).toBeLessThanOrEqual(page.viewportSize()!.width)
  await expect.poll(() => clippedElements(page)).toEqual([])
}

const clippedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button, .chip, h1, h2')]
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  )

declare global {
  interface Window {
    axe: typeof axe
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe in the page: AxeBuilder, made for pages with frames, injects its source and opens a blank page per run. */
async function findViolations(page: Page, part: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    ({ values, part }) =>
      window.axe
        .run(part, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], selectors: false })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])),
    { values: WCAG_TAGS, part },
  )
}

/** The browser asks before it closes the page, which then stays open. */
export async function expectQuestionBeforeClosing(page: Page) {
  const opened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await opened
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
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

export async function openPage(page: Page, address: string) {
  await page.goto(address)
  await waitForHydration(page)
}
