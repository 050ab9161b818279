import { chromium } from '@playwright/test'
import type { auth } from '@vitrine/contract/calls/accounts/auth'
import type { Reply } from '@vitrine/contract/endpoint'

export type Session = Reply<typeof auth.login>['data']

/** Review in a headless Chromium: that of CHROMIUM, or Playwright's own. */
export async function openReviewPage(site: string, session: Session) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${site}/robots.txt`)
  await page.evaluate(`localStorage.setItem('auth', ${JSON.stringify(JSON.stringify(session))})`)
  await page.goto(`${site}/admin/${session.user.username}/review/`)
  await page.waitForSelector('.review-stage[aria-busy="false"]')
  await page.evaluate(RECORD)
  return {
    /** Presses the key of approval whenever a picture was looked at; returns milliseconds to each next one. */
    async approveAll(lookMs: number): Promise<number[]> {
      const drawn = page.locator('.review-stage[aria-busy="false"]')
      const end = page.locator('.review-over')
      for (;;) {
        await drawn.or(end).first().waitFor()
        if (await end.isVisible()) break
        await page.waitForTimeout(lookMs)
        await page.keyboard.press('a')
        await page.evaluate('window.next')
      }
      // Decisions are held for five seconds.
      await page.waitForTimeout(7_000)
      return page.evaluate<number[]>('window.times')
    },
    drawFromMemory: (count: number) => page.evaluate<number[]>(`(${DRAW})(${count})`),
    close: () => browser.close(),
  }
}

/**
 * Run in the page, as text: measures from a key to the frame in which another picture is drawn. Only 150 ms later it
 * can be decided about, which is a protection and no delay (requirements: #decide-what-is-drawn).
 */
const RECORD = `(() => {
  window.times = []
  const picture = () => document.querySelector('img.review-picture')
  addEventListener('keydown', ({ timeStamp, key }) => {
    if (key !== 'a') return
    const before = picture()?.src
    window.next = new Promise((resolve) => {
      const look = () => {
        const now = picture()
        if (document.querySelector('.review-over')) return resolve()
        if (!now || now.src === before) return requestAnimationFrame(look)
        now.decode().then(() => requestAnimationFrame(() => {
          window.times.push(performance.now() - timeStamp)
          resolve()
        }))
      }
      requestAnimationFrame(look)
    })
  }, true)
})()`

/** Decodes and draws previews of the library, whose bytes are in memory. */
const DRAW = `async (count) => {
  const reply = await (await fetch('/api/v1/images/approved/')).json()
  const blobs = await Promise.all(reply.images.slice(0, 12).map(async ({ cloudflare_url }) =>
    (await fetch(cloudflare_url)).blob()))
  const times = []
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    const image = new Image()
    image.src = URL.createObjectURL(blobs[n % blobs.length])
    await image.decode()
    document.body.append(image)
    await new Promise(requestAnimationFrame)
    times.push(performance.now() - start)
    image.remove()
    URL.revokeObjectURL(image.src)
  }
  return times
}`
