import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { findingKinds } from '@vitrine/contract/measures/findings'
import { expect, test } from 'vitest'
import { type CheckedKind, messages } from './messages.ts'

test('every fault is explained, under the name that contributors and admins read', () => {
  const explained = Object.entries(messages.checks.kinds)
  expect(explained.map(([, { name }]) => name)).toEqual(explained.map(([kind]) => findingLabel(kind as CheckedKind)))
  const faults = Object.entries(findingKinds).filter(([, severity]) => severity === 'fault')
  expect(explained.map(([kind]) => kind).sort()).toEqual(faults.map(([kind]) => kind).sort())
})
