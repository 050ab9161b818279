import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import { expect, test } from 'vitest'
import { messages } from './messages.ts'

test('each check has the name that contributors and admins read', () => {
  const named = Object.entries(messages.checks.kinds).map(([kind, { name }]) => [kind, name])
  expect(named).toEqual(named.map(([kind]) => [kind, findingLabel(kind as FaultKind)]))
})
