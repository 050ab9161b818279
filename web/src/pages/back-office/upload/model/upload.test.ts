import { expect, test } from 'vitest'
import { emptyInspection } from '../inspection/inspect-file.ts'
import { metadataOf, metadataToSend, parseKeywords, type Upload } from './upload.ts'

const file = new File([], 'red_fox-01.PNG')
const embedded = { title: 'Vixen', description: 'In snow', keywords: ['fox', 'snow'], category: 'animals' }
const upload = (wishes: Partial<Upload> = {}) => ({ id: 1, file, edits: {}, state: 'ready', ...wishes }) as Upload

test('the fields show what was typed, else what the file holds, else what its name says', () => {
  expect(metadataOf(upload())).toEqual({ title: 'Red fox 01', description: '', keywords: '', category: '' })
  const look = { ...emptyInspection, embedded }
  expect(metadataOf(upload({ inspection: look }))).toEqual({ ...embedded, keywords: 'fox, snow' })
  expect(metadataOf(upload({ inspection: look, edits: { title: 'Fox', keywords: '' } }))).toMatchObject({
    title: 'Fox',
    keywords: '',
  })
})

test('a title that nobody gave is left to the server', () => {
  expect(metadataToSend(upload()).title).toBe('')
  expect(metadataToSend(upload({ edits: { title: ' Fox \u0007 ' } })).title).toBe('Fox')
})

test('keywords are sent each once, without blanks', () => {
  expect(metadataToSend(upload({ edits: { keywords: ' fox,, Fox , "snow" ' } })).keywords).toBe('fox, snow')
  expect(parseKeywords('')).toEqual([])
})
