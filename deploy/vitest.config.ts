import { defineConfig } from 'vitest/config'

// `npm run test:deploy`: what needs root and Debian's packages, one file after the other.
export default defineConfig({
  test: {
    include: ['deploy/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: '.cache/deploy.json' }]],
  },
})
