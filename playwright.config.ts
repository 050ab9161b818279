import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Workers read this file too, so the port that the first reading chose travels in the environment. Neither the system
// gives out ports of this range, nor does fetch refuse one (https://fetch.spec.whatwg.org/#port-blocking).
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000))

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results', // screenshots and page snapshots of failed tests stay here until the next run
  fullyParallel: true,
  // `npm run test:slow` sets TEST_SLOW, which adds these, and to the others all themes and widths.
  grepInvert: process.env.TEST_SLOW ? undefined : /@slow/,
  // One more than cores, since an eighth of these tests' time is waiting.
  workers: availableParallelism() + 1,
  // Generous, since nothing waits for them but what fails: a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/playwright.json' }]],
  use: {
    reuseContext: true,
    // Nothing moves while axe or a test measures it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      // No calls home: in a closed network each of them is an error in the middle of a test.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
})
