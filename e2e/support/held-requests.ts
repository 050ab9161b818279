import type { Page, Route } from '@playwright/test'

/** Holds requests back until the result is called, and then answers them or lets them go on. */
export async function holdRequests(page: Page, url: string | RegExp, answer: (route: Route) => unknown = goOn) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await isReleased
    await answer(route)
  })
  return release
}

/** The page may not want the answer any more. */
const goOn = (route: Route) => route.continue().catch(() => {})
