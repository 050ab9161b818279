import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFit, people, test, waitForHydration } from './fixtures.ts'
import { signInByApi } from './new-user.ts'

export interface PageState {
  /** The address, or what makes a page and returns its address. */
  path: string | ((page: Page) => Promise<string>)
  status?: 400 | 404 | 410
  signedInAs?: keyof typeof people
  prepare?: (page: Page) => Promise<void>
}

/**
 * Every state of the pages loads without layout shift, fits a phone, and is accessible. With SCREENSHOTS=1 each is also
 * captured to test-results/screenshots/.
 */
export function testPageStates(states: Record<string, PageState>, tag: '@slow' | [] = []) {
  for (const [name, { path, status, signedInAs, prepare }] of Object.entries(states)) {
    test(`${name} is accessible, fits every width and loads without layout shift`, { tag }, async ({
      page,
      expects,
    }) => {
      if (status) expects.errors.push(new RegExp(`${status}`))
      if (signedInAs) await signInByApi(page, people[signedInAs])
      const address = typeof path === 'string' ? path : await path(page)
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(address)
      await page.evaluate(() => document.fonts.ready)
      // With the typeface in the cache: how long the fallback is shown depends on the load of the machine.
      await page.reload({ waitUntil: 'networkidle' })
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
      if (prepare) await waitForHydration(page)
      await prepare?.(page)
      await expectFit(page)
      await page.setViewportSize({ width: 1440, height: 800 })
      await expectAccessible(page)
      await takeScreenshots(page, name)
    })
  }
}

/** The cumulative layout shift (CLS) since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

/** With SCREENSHOTS=1 captures what the page shows in all widths and both themes, to test-results/screenshots/. */
async function takeScreenshots(page: Page, name: string) {
  if (!process.env.SCREENSHOTS) return
  const size = page.viewportSize()!
  for (const width of [360, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `test-results/screenshots/${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage: true })
    }
  await page.setViewportSize(size)
}
