import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const slow = '**/*.slow.test.ts'
const seed = Number(process.env.TEST_SEED ?? Date.now())
// Where a test proves by volume, its number of rounds is multiplied by this.
process.env.TEST_SCALE ??= '1'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.ts', '{rules,scripts}/*.test.ts'],
          exclude: [slow, '**/node_modules/**'],
          isolate: false, // files share processes: no module keeps state (architecture.test.ts)
          sequence: { shuffle: { tests: true } },
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: [slow, '**/*.volume.test.ts'], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'deployment', // one after the other: they share ports, mounts and Debian's programs
          include: ['deploy/**/*.test.ts'],
          globalSetup: [],
          fileParallelism: false,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    // One PostgreSQL for the run, one database for each file.
    globalSetup: 'server/test/postgres-global-setup.ts',
    pool: 'forks',
    // Two more than cores, since a third of these tests' time is waiting for the database and for files.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000, // ends a test that hangs; some start five processes, one after the other, on a busy machine
    hookTimeout: 60_000,
    chaiConfig: { truncateThreshold: 300 }, // characters, so that the report at the end names what was found
    expect: { poll: { timeout: 30_000 } }, // half the limit of a test: a machine may be busy
    sequence: { seed, shuffle: { files: true } },
    reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/vitest.json' }]],
    coverage: {
      provider: 'v8',
      include: ['server/src/**/*.ts', 'contract/**/*.ts'],
      exclude: ['**/*.test.ts', '**/does-not-compile.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: '.cache/coverage',
      // The figures of 0.2.0, in this process alone: what the workers and commands run is not counted.
      thresholds: { statements: 86, branches: 80, functions: 87, lines: 86 },
    },
  },
})
