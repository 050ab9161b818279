import type { CdnStatus } from '@vitrine/contract/calls/cdn'
import { expect, test } from 'vitest'
import { isInProgress } from './status-query.ts'

const done: CdnStatus = {
  state: 'on',
  approved: 40,
  there: 38,
  coming: 0,
  unfit: 2,
  leaving: 0,
  trouble: null,
  rests_seconds: 0,
  own_sizes: true,
  shown: null,
  refused: null,
}

test.each<[string, Partial<CdnStatus>, boolean]>([
  ['everything is there or refused', {}, false],
  ['nothing is configured', { state: 'off', there: 0, unfit: 0 }, false],
  ['it was saved just now, and nothing is on its way yet', { there: 0, unfit: 0 }, true],
  ['pictures are on their way', { there: 30, coming: 8 }, true],
  ['pictures that are there are looked at again, for a new domain', { coming: 1 }, true],
  ['copies are being removed', { leaving: 1 }, true],
  ['it rests because of trouble', { trouble: 'Cloudflare does not answer.', rests_seconds: 20 }, true],
  ['it is being left, and the last copy is gone', { state: 'leaving', approved: 0, there: 0, unfit: 0 }, true],
])('whether the state will change by itself when %s', (_, so, moving) => {
  expect(isInProgress({ ...done, ...so })).toBe(moving)
})
