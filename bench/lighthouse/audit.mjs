// One run of Lighthouse as a phone on a slow connection, in a process of its own: `node audit.mjs <url>` prints one
// line of JSON.
import { existsSync } from 'node:fs'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const system =
  process.env.CHROMIUM || ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const chrome = await launch({
  ...(system && { chromePath: system }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
try {
  const { lhr } = await lighthouse(process.argv[2], { port: chrome.port, logLevel: 'error' })
  const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)])
  const metrics = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map((id) => [
    id,
    lhr.audits[id].numericValue,
  ])
  const lost = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9)
      .map(({ id }) => id),
  )
  console.log(JSON.stringify({ ...Object.fromEntries([...scores, ...metrics]), lost }))
} finally {
  chrome.kill()
}
