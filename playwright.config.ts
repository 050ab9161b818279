import { defineConfig } from '@playwright/test'

// Workers read this file too, so the port that the first reading chose travels in the environment.
process.env.E2E_PORT ??= String(3200 + Math.floor(Math.random() * 600))

const publishing = /(back-office|account)\/.*\.spec\.ts$|\/objection\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results', // screenshots and page snapshots of failed tests stay here until the next run
  fullyParallel: true,
  // The back office approves images, which the public pages' tests count: the public pages come first.
  projects: [
    { name: 'public', testIgnore: publishing },
    { name: 'accounts', testMatch: publishing },
  ],
  workers: 2,
  timeout: 60_000,
  reporter: [['list'], ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/playwright.json' }]],
  use: {
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
