import type { Page } from '@playwright/test'
import { expect, expectFit, openPage, people, test, waitForHydration } from './support/fixtures.ts'
import { signInByApi } from './support/new-user.ts'

const themeSwitch = (page: Page) => page.getByRole('combobox', { name: 'Theme' })

/** The theme that is shown, from the page's background and the colours told to the browser. */
const shownTheme = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const paper = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    const hex = `#${paper.map((value) => value.toString(16).padStart(2, '0')).join('')}`
    const told = [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')].find(
      ({ media }) => matchMedia(media).matches,
    )
    return told?.content === hex ? told.dataset.theme : `${hex}, but ${told?.content} was told`
  })

test('a chosen theme holds on every page and in every tab, until the system’s is chosen', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/terms/')
  const otherTab = await context.newPage()
  await otherTab.emulateMedia({ colorScheme: 'light' })
  await openPage(otherTab, '/about/')
  await waitForHydration(page)
  expect(await shownTheme(page)).toBe('light')
  await themeSwitch(page).selectOption('Dark')
  expect(await shownTheme(page)).toBe('dark')
  await expect.poll(() => shownTheme(otherTab)).toBe('dark')
  await expect(themeSwitch(otherTab)).toHaveValue('dark')
  await signInByApi(page, people.contributor)
  await page.goto(`/contributor/${people.contributor.username}/`)
  expect(await shownTheme(page)).toBe('dark')
  await expect(themeSwitch(page)).toHaveValue('dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await themeSwitch(page).selectOption('Light')
  expect(await shownTheme(page)).toBe('light')
  await themeSwitch(page).selectOption('System')
  expect(await shownTheme(page)).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('a chosen theme is set by the one script that the first paint waits for', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  // No other script is delivered.
  await page.route(/\/assets\/(?!theme-script).*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript' }))
  await page.goto('/about/')
  expect(await shownTheme(page)).toBe('dark')
  const blocking = page.locator('head > script[src]:not([async], [defer], [type=module])')
  await expect(blocking).toHaveCount(1)
})

test('forced colours show what is chosen, the logo and the icons', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openPage(page, '/?category=Animals')
  const chosen = page.getByRole('link', { name: 'Animals', exact: true })
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  const other = page.getByRole('link', { name: 'Food', exact: true })
  await expect(other).toHaveCSS('outline-style', 'none')
  const colours = await page.evaluate(() => {
    const background = (selector: string, pseudo?: string) =>
      getComputedStyle(document.querySelector(selector)!, pseudo).backgroundColor
    return [background('.mark'), background('.card .download', '::before'), background('html')]
  })
  expect(colours[0]).not.toBe(colours[2])
  expect(colours[1]).not.toBe(colours[2])
})

test('a keyword of fifty letters keeps within a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, '/image/golden-apple/')
  await page.locator('.chips a').evaluateAll((chips) => {
    for (const chip of chips) chip.textContent = 'W'.repeat(50)
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('letters of twice the size are whole, and nothing scrolls sideways', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const address of ['/', '/?title=apple', '/image/golden-apple/', '/contributor/auth/']) {
      await openPage(page, address)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      await expectFit(page)
    }
  }
  await page.close() // the next test would have these letters too
})
