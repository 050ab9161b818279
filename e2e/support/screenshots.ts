import type { Page } from '@playwright/test'

/** With SCREENSHOTS=1 captures what the page shows in all widths and both themes, to test-results/screenshots/. */
export async function takeScreenshots(page: Page, name: string) {
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
