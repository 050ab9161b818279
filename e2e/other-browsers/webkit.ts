import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, keyActions } from './browser.ts'

const port = 4567

/** Starts WebKitGTK's small browser by its WebDriver (W3C). It needs a display: run it under `xvfb-run`. */
export async function startWebKit(driver: string, miniBrowser: string): Promise<Browser> {
  const webDriver = spawn(driver, [`--port=${port}`], { stdio: 'ignore' })
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await retry(() => request<{ sessionId: string }>('POST', '/session', { capabilities }))
  const command = <T>(method: string, path: string, body?: object) =>
    request<T>(method, `/session/${sessionId}${path}`, body)
  await command('POST', '/window/rect', { width: 1440, height: 900 })

  return {
    name: 'webkit',
    goto: (url) => command('POST', '/url', { url }),
    evaluate: <T>(expression: string) =>
      command<T>('POST', '/execute/async', {
        script: `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done(String(error)))`,
        args: [],
      }),
    press: (key) => command('POST', '/actions', keyActions(key)),
    screenshot: async (file) => writeFile(file, await command<string>('GET', '/screenshot'), 'base64'),
    async close() {
      await command('DELETE', '')
      webDriver.kill()
      await once(webDriver, 'exit')
    },
  }
}

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null })
  const { value } = await response.json()
  if (!response.ok) throw new Error(value.message)
  return value
}

/** The driver listens a moment after its start. */
const retry = <T>(attempt: () => Promise<T>, tries = 20): Promise<T> =>
  attempt().catch(async (error) => {
    if (!tries) throw error
    await sleep(250)
    return retry(attempt, tries - 1)
  })
