import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, keywords = '') =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, keywords }, admin)

await publish('Red fox in the snow', 'fox, winter fun')
await publish('Fox', 'fox, fossil')
await publish('FOX', 'wild')
await publish('Café crème', 'Crème brûlée, café')
await publish('Foxglove', 'fox, flower')
await createImage(testApp, ada, { png: aPng({ seed: ++seed }), title: 'Fox that waits', keywords: 'foxtrot' })

const suggestions = async (title?: string) => {
  const answer = await app.inject({ url: '/api/v1/images/suggestions/', query: title === undefined ? {} : { title } })
  expect(answer.statusCode).toBe(200)
  return answer.json().suggestions as { kind: string; text: string }[]
}
const textsOf = async (kind: string, typed: string) =>
  (await suggestions(typed)).filter((one) => one.kind === kind).map(({ text }) => text)

test.each([
  [
    'a whole word, short titles first and one of those that differ by case',
    'fox',
    ['FOX', 'Foxglove', 'Red fox in the snow'],
  ],
  ['a prefix of a word', 'sno', ['Red fox in the snow']],
  ['a word and a prefix of another', 'snow re', ['Red fox in the snow']],
  ['any case, with or without accents', 'CAFE cre', ['Café crème']],
  ['no title without all the words', 'fóx gl', []],
  ['no word that only ends with it', 'glove', []],
])('titles are suggested for %s', async (_, typed, found) => {
  expect(await textsOf('title', typed)).toEqual(found)
})

test.each([
  ['begin with it, the most used first', 'fo', ['fox', 'fossil']],
  ['have a word that begins with it', 'fun', ['winter fun']],
  ['have all words', 'winter f', ['winter fun']],
  ['differ by accents alone', 'creme bru', ['Crème brûlée']],
])('keywords are suggested that %s', async (_, typed, found) => {
  expect(await textsOf('keyword', typed)).toEqual(found)
})

test.each([undefined, '', '   ', "') & !! :*"])('nothing is suggested for no words (%j)', async (typed) => {
  expect(await suggestions(typed)).toEqual([])
})

test('typed text may contain what a title may, and be no longer', async () => {
  expect(await suggestions("fox' | 'x")).toEqual([])
  expect((await app.inject(`/api/v1/images/suggestions/?title=${'x'.repeat(201)}`)).statusCode).toBe(400)
})

test('at most eight are suggested, half of them keywords where there are enough', async () => {
  for (let n = 1; n <= 9; n++) await publish(`Zebra ${n}`, `zebra ${n}`)
  const kinds = (await suggestions('zebra')).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(4).fill('title'), ...Array(4).fill('keyword')])
  await publish('Zebra crossing')
  expect((await suggestions('zebra cro')).map(({ text }) => text)).toEqual(['Zebra crossing'])
})

test('the title and the keywords of a rejected image are no longer suggested', async () => {
  const { id } = await publish('Quokka', 'quokka')
  expect(await suggestions('quok')).toEqual([
    { kind: 'title', text: 'Quokka' },
    { kind: 'keyword', text: 'quokka' },
  ])
  await setStatus(testApp, admin, [id], 'rejected')
  expect(await suggestions('quok')).toEqual([])
})
