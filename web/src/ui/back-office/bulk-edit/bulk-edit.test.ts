import { expect, test } from 'vitest'
import { editedKeywords, emptyBulkEdit, isEmptyEdit, type KeywordMode } from './bulk-edit.ts'

const edit = (keywordMode: KeywordMode, ...keywords: string[]) => ({ ...emptyBulkEdit, keywordMode, keywords })

test('keywords are added without repeating one, removed in any case, or replaced; without any they stay', () => {
  expect(editedKeywords(['Fox', 'red'], edit('add', 'fox', 'wood'))).toEqual(['Fox', 'red', 'wood'])
  expect(editedKeywords(['Fox', 'red'], edit('remove', 'fox', 'wood'))).toEqual(['red'])
  expect(editedKeywords(['Fox', 'red'], edit('replace', 'wood'))).toEqual(['wood'])
  for (const mode of ['add', 'remove', 'replace'] as const) expect(editedKeywords(['Fox'], edit(mode))).toEqual(['Fox'])
})

test('an edit is empty until a field is filled', () => {
  expect(isEmptyEdit({ ...emptyBulkEdit, title: ' ' })).toBe(true)
  expect(isEmptyEdit({ ...emptyBulkEdit, category: 'food' })).toBe(false)
  expect(isEmptyEdit(edit('remove', 'fox'))).toBe(false)
})
