import { expect, test } from 'vitest'
import { noLook } from './look.ts'
import { keywordsIn, saidOf, sentOf, titleOf, type Upload } from './upload.ts'

const file = new File([], 'red_fox-01.PNG')
const embedded = { title: 'Vixen', description: 'In snow', keywords: ['fox', 'snow'], category: 'animals' }
const upload = (wishes: Partial<Upload> = {}) => ({ id: 1, file, typed: {}, state: 'ready', ...wishes }) as Upload

test('the fields show what was typed, else what the file holds, else what its name says', () => {
  expect(saidOf(upload())).toEqual({ title: 'Red fox 01', description: '', keywords: '', category: '' })
  const look = { ...noLook, embedded }
  expect(saidOf(upload({ look }))).toEqual({ ...embedded, keywords: 'fox, snow' })
  expect(saidOf(upload({ look, typed: { title: 'Fox', keywords: '' } }))).toMatchObject({ title: 'Fox', keywords: '' })
})

test('a title that nobody gave is left to the server', () => {
  expect(sentOf(upload()).title).toBe('')
  expect(sentOf(upload({ typed: { title: ' Fox \u0007 ' } })).title).toBe('Fox')
})

test('keywords are sent each once, without blanks', () => {
  expect(sentOf(upload({ typed: { keywords: ' fox,, Fox , "snow" ' } })).keywords).toBe('fox, snow')
  expect(keywordsIn('')).toEqual([])
})

test.each([
  ['red_fox-01.PNG', 'Red fox 01'],
  ['été.png', 'Été'],
  ['---.png', ''],
])('a file named %s is called %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})
