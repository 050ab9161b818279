import { expect, test } from 'vitest'
import { emptyInspection } from '../inspection/inspect-file.ts'
import { findingsOf, metadataOf, metadataToSend, parseKeywords, type Upload, type UploadedImage } from './upload.ts'

const file = new File([], 'red_fox-01.PNG')
const embedded = { title: 'Vixen', description: 'In snow', keywords: ['fox', 'snow'], category: 'animals' }
const upload = (changes: Partial<Upload> = {}) => ({ id: 1, file, edits: {}, state: 'ready', ...changes }) as Upload

test('the fields show what was typed, else the embedded metadata, else the file name', () => {
  const none = { description: '', keywords: '', category: '', licence: '', credit: '', ai_made: '' }
  expect(metadataOf(upload())).toEqual({ ...none, title: 'Red fox' })
  const inspection = { ...emptyInspection, embedded }
  expect(metadataOf(upload({ inspection }))).toMatchObject({ ...embedded, keywords: 'fox, snow' })
  const usual = { licence: 'cc0', credit: 'Ada' }
  for (const edits of [{ credit: 'Bob' }, { title: 'Fox', keywords: '' }])
    expect(metadataOf(upload({ inspection, usual, edits }))).toMatchObject({ licence: 'cc0', ...edits })
})

test('a title derived from the file name is not sent, nor are keywords twice or blank', () => {
  expect(metadataToSend(upload()).title).toBe('')
  const sent = metadataToSend(upload({ edits: { title: ' Fox \u0007 ', keywords: ' fox,, Fox , "snow" ' } }))
  expect([sent.title, sent.keywords]).toEqual(['Fox', 'fox, snow'])
  expect(parseKeywords('')).toEqual([])
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
