import type { CdnStatus } from '@vitrine/contract/calls/back-office/cdn'
import { expect, test } from 'vitest'
import { isInProgress } from './delivery-section.tsx'

const counts = { approved: 40, there: 38, coming: 0, unfit: 2, leaving: 0 }
const done = { state: 'on', ...counts, trouble: null } as CdnStatus

test.each<[string, Partial<CdnStatus>, boolean]>([
  ['every image is delivered or refused', {}, false],
  ['nothing is configured', { state: 'off', there: 0, unfit: 0 }, false],
  ['the configuration was just saved and nothing is queued yet', { there: 0, unfit: 0 }, true],
  ['images are queued', { there: 30, coming: 8 }, true],
  ['delivered images are checked again for a new domain', { coming: 1 }, true],
  ['copies are being removed', { leaving: 1 }, true],
  ['it waits after an error', { trouble: 'Cloudflare does not answer.', rests_seconds: 20 }, true],
  ['delivery is being stopped and the last copy is gone', { state: 'leaving', approved: 0, there: 0, unfit: 0 }, true],
])('the status is polled or not when %s', (_, change, expected) => {
  expect(isInProgress({ ...done, ...change })).toBe(expected)
})
