import { expect, test } from 'vitest'
import { waitingLists } from './bell.tsx'

const counts = { waiting: 15, rejected: 1, reports: 2 }

test.each([
  ['admins, images, edits and reports wait', 'admin', counts, { review: 15, reports: 2 }],
  ['admins, a list in which nothing waits is left out', 'admin', { ...counts, reports: 0 }, { review: 15 }],
  ['contributors, rejected images wait to be fixed, others for review', 'user', counts, { rejected: 1, pending: 15 }],
  ['contributors, nothing may wait', 'user', { waiting: 0, rejected: 0, reports: 0 }, {}],
] as const)('for %s', (_, role, waiting, lists) => {
  expect(waitingLists(role, waiting)).toEqual(Object.entries(lists))
})
