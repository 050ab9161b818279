import { expect, test } from 'vitest'
import { emptyInspection } from '../inspection/inspect-file.ts'
import { findingsOf, metadataOf, metadataToSend, type Upload, type UploadedImage } from './upload.ts'
import { withFileTitles } from './upload-changes.ts'

const file = new File([], 'red_fox-01.PNG')
const embedded = { title: 'Vixen', description: 'In snow', keywords: ['fox', 'snow'], category: 'animals' }
const upload = (changes: Partial<Upload> = {}) => ({ id: 1, file, edits: {}, state: 'ready', ...changes }) as Upload

test('the fields show what was typed, else the embedded metadata, else the file name', () => {
  const none = { description: '', keywords: '', category: '', licence: '', credit: '', ai_made: '' }
  expect(metadataOf(upload())).toEqual({ ...none, title: 'Red fox 01' })
  const inspection = { ...emptyInspection, embedded }
  expect(metadataOf(upload({ inspection }))).toMatchObject({ ...embedded, keywords: 'fox, snow' })
  const usual = { licence: 'cc0', credit: 'Ada' }
  for (const edits of [{ credit: 'Bob' }, { title: 'Fox', keywords: '' }])
    expect(metadataOf(upload({ inspection, usual, edits }))).toMatchObject({ licence: 'cc0', ...edits })
})

test('a title derived from the file name is not sent, and the number of a set is none of its words', () => {
  const [one] = withFileTitles([upload(), upload({ id: 2, file: new File([], 'red_fox-02.PNG') })])
  expect([metadataOf(one!).title, metadataToSend(one!).title]).toEqual(['Red fox', ''])
  expect(metadataToSend(upload()).title).toBe('')
  expect(metadataToSend(upload({ edits: { title: ' Fox \u0007 ' } })).title).toBe('Fox')
})

test('what was not changed is not sent, so that the server reads it from the file', () => {
  const unchanged = upload({ inspection: { ...emptyInspection, embedded } })
  expect(Object.values(metadataToSend(unchanged)).join('')).toBe('')
  const changed = { ...unchanged, usual: { licence: 'cc0', credit: 'Ada' }, edits: { credit: 'Bob' } }
  expect(metadataToSend(changed)).toMatchObject({ title: '', keywords: '', licence: 'cc0', credit: 'Bob' })
})

test('a field that the person emptied is sent as a space, so that the file does not fill it again', () => {
  const edits = { title: '', description: ' ', keywords: ',' }
  expect(metadataToSend(upload({ edits }))).toMatchObject({ title: ' ', description: ' ', keywords: ' ', category: '' })
})

test('keywords are sent without duplicates and blanks', () => {
  expect(metadataToSend(upload({ edits: { keywords: ' fox,; Fox 、 "snow" ' } })).keywords).toBe('fox, snow')
})

test('once it was sent, the fields show what is stored', () => {
  const image = { title: 'Red fox', keywords: ['fox', 'den'], category: null } as unknown as UploadedImage
  const sent = upload({ inspection: { ...emptyInspection, embedded }, state: 'success', image })
  expect(metadataOf(sent)).toMatchObject({ title: 'Red fox', keywords: 'fox, den', category: '' })
})

test('what the server found takes the place of what the browser found', () => {
  const byBrowser = [{ kind: 'haze', share: 0.4 } as const]
  const inspection = { ...emptyInspection, findings: byBrowser }
  const sent = (findings?: []) =>
    upload({ inspection, state: 'success', image: { findings } as unknown as UploadedImage })
  expect(findingsOf(upload())).toEqual([])
  expect(findingsOf(upload({ inspection }))).toEqual(byBrowser)
  expect(findingsOf(sent())).toEqual(byBrowser)
  expect(findingsOf(sent([]))).toEqual([])
})
