import { expect, test } from 'vitest'
import type { NamedImage } from './csv.sql.ts'
import { planChanges } from './csv-changes.ts'
import { parseCsvTable } from './csv-table.ts'

const imageOf = (id: number, file: string): NamedImage => ({
  id,
  slug: `image-${id}`,
  file,
  version: 3,
  status: 'pending',
  title: 'Lamp',
  description: '',
  keywords: ['light'],
  category: null,
  licence: 'cc-by-4.0',
  credit: '',
  ai_made: 'unknown' as const,
  licences: ['cc-by-4.0', 'cc0'],
  ai_statements: ['yes'],
  waiting: null,
})

const images = [imageOf(1, 'LAMP.png'), imageOf(2, 'twin.png'), imageOf(3, 'twin.png')]

/** Outcome, image and sentence of each row. */
const plan = (table: string) =>
  planChanges(parseCsvTable(Buffer.from(table)), images).map(({ result, planned }) => [
    result.outcome,
    result.image_id,
    result.message || planned?.edit,
  ])

test('a row finds its image by ID, address or file name, and changes what differs', () => {
  expect(plan('ID,Slug,Filename,Title,Keywords\n1,,,Lantern,\n,image-2,,,"light, glass"\n,,LAMP.png,,')).toEqual([
    ['changed', 1, { title: 'Lantern' }],
    ['changed', 2, { keywords: ['light', 'glass'] }],
    ['wrong', 1, 'Row 2 is about the same image.'],
  ])
  // Keywords are the same in any case.
  expect(plan('ID,Title,Keywords\n1,Lamp,LIGHT')).toEqual([['same', 1, undefined]])
})

test.each([
  ['9,,,', null, 'You have no image with the ID 9.'],
  [',image-9,,', null, 'You have no image at the address "image-9".'],
  [',,nine.png,', null, 'You have no image that was uploaded as "nine.png".'],
  [',,twin.png,', null, 'Several images were uploaded as "twin.png". Use the column ID.'],
  [',,,Food', null, 'The row names no image.'],
  ['1,,,Gadgets', 1, 'There is no category "Gadgets".'],
])('the row %s is wrong, with a sentence', (row, id, message) => {
  expect(plan(`ID,Slug,Filename,Category\n${row}`)).toEqual([['wrong', id, message]])
})
