import type { Page } from '@playwright/test'
import { expect, people, test, waitForHydration } from './fixtures.ts'
import { signInByApi } from './new-user.ts'
import { password } from './seed-data.ts'

const widths = [360, 768, 1440]
const themes = ['light', 'dark'] as const

export interface PageState {
  /** The address, or what makes a page and returns its address. */
  path: string | ((page: Page) => Promise<string>)
  status?: 400 | 404 | 410
  signedInAs?: keyof typeof people
  prepare?: (page: Page) => Promise<void>
}

/**
 * Every state of the pages at phone, tablet and desktop width, in both themes: no horizontal overflow, no clipped text,
 * no layout shift. With SCREENSHOTS=1 each state is also captured to test-results/screenshots/.
 */
export function testPageStates(states: Record<string, PageState>) {
  for (const [name, { path, status, signedInAs, prepare }] of Object.entries(states)) {
    test(`${name} fits every width in both themes and loads without layout shift`, async ({ page, expects }) => {
      if (status) expects.errors.push(new RegExp(`${status}`))
      if (signedInAs) await signInByApi(page, { ...people[signedInAs], password })
      const address = typeof path === 'string' ? path : await path(page)
      await page.setViewportSize({ width: widths[0]!, height: 800 })
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
      if (prepare) await waitForHydration(page)
      await prepare?.(page)
      await expectFit(page, name)
    })
  }
}

async function expectFit(page: Page, name: string) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `test-results/screenshots/${name}-${width}-${colorScheme}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await clippedElements(page)).toEqual([])
    }
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
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** Buttons, chips and headings whose text is wider than their box. */
const clippedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button, .chip, h1, h2')]
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
