import { expect, test } from 'vitest'
import type { Upload, UploadedImage } from '../model/upload.ts'
import { changesBetween, storableUploads } from './keep-stored.ts'

const ready = (id: number): Upload => ({ id, file: new File(['bytes'], `${id}.png`), edits: {}, state: 'ready' })
const sent = (upload: Upload): Upload => ({ ...upload, state: 'success', image: {} as UploadedImage })
const [a, b] = [ready(1), ready(2)]

test('the bytes of a file are written once, and its words at each change', () => {
  expect(changesBetween([], [a])).toMatchObject({ uploads: [{ id: 1 }], files: [{ id: 1, file: a.file }] })
  const named = { ...a, edits: { title: 'Fox' } }
  expect(changesBetween([a], [named])).toMatchObject({ uploads: [{ id: 1, edits: { title: 'Fox' } }], files: [] })
  expect(changesBetween([named], [{ ...named, thumbnail: 'blob:' }])).toBeNull()
})

test('the bytes of an uploaded file are dropped, and a removed one leaves no trace', () => {
  expect(changesBetween([a, b], [sent(a)])).toEqual({
    uploads: [{ id: 1, edits: {}, arrived: { name: '1.png', image: {} } }],
    files: [],
    removedIds: [2],
    removedFileIds: [2, 1],
  })
})

test('nothing stays stored once nothing is left to send', () => {
  const refused: Upload = { ...b, state: 'error', reason: 'not a PNG', canRetry: false }
  expect(storableUploads([sent(a), refused])).toEqual([])
  expect(storableUploads([sent(a), refused, ready(3)]).map(({ id }) => id)).toEqual([1, 3])
})
