import { expect, test } from 'vitest'
import { waitingLists } from './bell.tsx'

const counts = { pending: 12, edits: 3, rejected: 1, reports: 2 }

test('images, edits and reports wait for admins', () => {
  expect(waitingLists('admin', counts)).toEqual([
    { name: 'review', count: 15 },
    { name: 'reports', count: 2 },
  ])
})

test('for contributors rejected images wait to be fixed, and images and edits for review', () => {
  expect(waitingLists('user', { ...counts, reports: 0 })).toEqual([
    { name: 'rejected', count: 1 },
    { name: 'pending', count: 15 },
  ])
})

test('a list in which nothing waits is left out', () => {
  expect(waitingLists('admin', { ...counts, reports: 0 })).toEqual([{ name: 'review', count: 15 }])
  expect(waitingLists('user', { pending: 0, edits: 0, rejected: 0, reports: 0 })).toEqual([])
})
