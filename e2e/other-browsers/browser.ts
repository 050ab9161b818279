import { setTimeout as sleep } from 'node:timers/promises'

/** What the journeys need of a browser. */
export interface Browser {
  name: string
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, awaits its promise and returns its value as JSON. */
  evaluate<T>(expression: string): Promise<T>
  press(key: string): Promise<void>
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

/** Waits until an expression is true in the page, for 10 s; a failure leaves a screenshot. */
export async function until(browser: Browser, what: string, condition: string) {
  for (let tries = 0; tries < 100; tries++) {
    if (await browser.evaluate<boolean>(condition)) return
    await sleep(100)
  }
  await browser.screenshot(`test-results/other-browsers/${browser.name}-failed.png`)
  throw new Error(`${browser.name}: not within 10 s: ${what}`)
}

/** The W3C's actions of one key, as WebDriver and WebDriver BiDi take them. */
export const keyActions = (key: string) => ({
  actions: [{ type: 'key', id: 'keyboard', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: key })) }],
})
