import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts', 'architecture.test.ts'],
    // One PostgreSQL for the run, one database for each file.
    globalSetup: 'server/test/postgres-global-setup.ts',
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: '.cache/vitest.json' }]],
  },
})
