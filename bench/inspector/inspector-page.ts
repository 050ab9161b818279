import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Finding } from '@vitrine/contract/measures/findings'

/** What the upload page's worker says of a file. */
export interface BrowserInspection {
  /** Missing where the browser could not measure it. */
  findings?: Finding[]
  /** Milliseconds from sending the file to the worker to its answer. */
  ms: number
}

const assets = join(import.meta.dirname, '../../web/dist/client/assets')

/** Runs the built worker of the upload page in a headless Chromium: that of CHROMIUM, or Playwright's own. */
export async function openInspectorPage() {
  const [worker] = existsSync(assets) ? globSync('inspector-worker-*.js', { cwd: assets }) : []
  if (!worker) throw new Error('The pages are not built: run (cd web && vite build) first.')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || undefined,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const page = await browser.newPage()
  let file: Buffer = Buffer.alloc(0)
  // A worker's hash of the file needs a secure context, which localhost is; no request leaves the browser.
  await page.route('http://localhost/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/worker.js')
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(assets, worker)) })
    if (pathname === '/file') return route.fulfill({ contentType: 'image/png', body: file })
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  })
  await page.goto('http://localhost/')
  await page.evaluate(START_WORKER)
  return {
    async inspect(png: Buffer): Promise<BrowserInspection> {
      file = png
      return page.evaluate<BrowserInspection>(INSPECT_FILE)
    },
    close: () => browser.close(),
  }
}

/** Run in the page, as text, since this program is compiled without the DOM's types. */
const START_WORKER = `void (window.worker = new Worker('/worker.js', { type: 'module' }))`
const INSPECT_FILE = `(async () => {
  const blob = await (await fetch('/file', { cache: 'no-store' })).blob()
  const start = performance.now()
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.isComplete && resolve(data.inspection)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  worker.postMessage(new File([blob], 'picture.png', { type: 'image/png' }))
  const { findings } = await answer
  return { findings, ms: performance.now() - start }
})()`
