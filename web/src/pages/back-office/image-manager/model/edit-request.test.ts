import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import { fieldsOf } from './drafts.ts'
import { editRequest, validateFields } from './edit-request.ts'

const pending = {
  id: 5,
  version: 3,
  title: 'Red fox',
  description: '',
  keywords: [{ id: 1, name: 'fox' }],
  category: 'animals',
  status: 'pending',
  rejection: null,
} as unknown as ManagedImage
const rejected = {
  ...pending,
  status: 'rejected',
  rejection: { reason: 'fringe', note: 'Ears', at: '' },
} as ManagedImage

test('a contributor’s edit contains no status', () => {
  expect(editRequest(pending, fieldsOf(pending, 'user'), 'user')).toEqual({
    title: 'Red fox',
    description: '',
    keywords: [{ id: 1, name: 'fox' }],
    category: 'animals',
    version: 3,
  })
})

test('an admin who edits the title of a rejected image does not reject it again', () => {
  const edit = editRequest(rejected, { ...fieldsOf(rejected, 'user'), title: 'Fox' }, 'admin')
  expect(edit).toMatchObject({ title: 'Fox', status: 'rejected' })
  expect(edit).not.toHaveProperty('reason')
  expect(editRequest(rejected, { ...fieldsOf(rejected, 'user'), note: 'Tail' }, 'admin')).toMatchObject({
    reason: 'fringe',
    note: 'Tail',
  })
})

test('a rejection needs a reason, and an image needs a title', () => {
  expect(validateFields(pending, { ...fieldsOf(pending, 'user'), status: 'rejected' }, 'admin')).toEqual({
    reason: 'Choose the reason that the contributor reads.',
  })
  expect(validateFields(pending, { ...fieldsOf(pending, 'user'), title: ' ' }, 'user')).toEqual({
    title: 'Title is required',
  })
  expect(validateFields(pending, fieldsOf(pending, 'user'), 'admin')).toEqual({})
})
