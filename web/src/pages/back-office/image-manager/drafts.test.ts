import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import { editRequest, fieldsOf } from './drafts.ts'

const words = { title: 'Red fox', description: '', keywords: [{ id: 1, name: 'fox' }], category: 'animals' }
const pending = { id: 5, version: 3, ...words, status: 'pending', rejection: null } as unknown as ManagedImage
const rejection = { reason: 'fringe', note: 'Ears', at: '' }
const rejected = { ...pending, status: 'rejected', rejection } as ManagedImage

test('a contributor’s edit contains no status', () => {
  expect(editRequest(pending, fieldsOf(pending, 'user'), 'user')).toEqual({ ...words, version: 3 })
})

test('an admin who edits the title of a rejected image does not reject it again', () => {
  const edit = editRequest(rejected, { ...fieldsOf(rejected, 'user'), title: 'Fox' }, 'admin')
  expect(edit).toMatchObject({ title: 'Fox', status: 'rejected' })
  expect(edit).not.toHaveProperty('reason')
  const other = editRequest(rejected, { ...fieldsOf(rejected, 'user'), note: 'Tail' }, 'admin')
  expect(other).toMatchObject({ reason: 'fringe', note: 'Tail' })
})
